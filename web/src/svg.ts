// Builds SVG elements, as dom.ts does HTML; text is always set as text.

type Attributes = Record<string, string | number>;

export function s<K extends keyof SVGElementTagNameMap>(
  tag: K,
  ...parts: [Attributes, ...(Node | string)[]] | (Node | string)[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const part of parts) {
    if (part instanceof Node || typeof part === "string") element.append(part);
    else
      for (const [name, value] of Object.entries(part)) element.setAttribute(name, String(value));
  }
  return element;
}
