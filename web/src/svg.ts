// Builds SVG elements, as dom.ts does HTML; text is always set as text.

type Attributes = Record<string, string | number>;

// s("g.walls", { id: "there" }, child, …), likewise
export function s<K extends keyof SVGElementTagNameMap>(
  name: K | `${K}.${string}`,
  ...parts: [Attributes, ...(Node | string)[]] | (Node | string)[]
): SVGElementTagNameMap[K] {
  const [tag, ...classes] = name.split(".") as [K, ...string[]];
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  if (classes.length > 0) element.setAttribute("class", classes.join(" "));
  for (const part of parts) {
    if (part instanceof Node || typeof part === "string") element.append(part);
    else for (const [key, value] of Object.entries(part)) element.setAttribute(key, String(value));
  }
  return element;
}
