// Builds elements; text is always set as text, so nothing in the data can become markup.

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean>;

// h("p.hint", { id: "why" }, "text", …) is a paragraph of class "hint"; attributes may be left out
export function h<K extends keyof HTMLElementTagNameMap>(
  name: K | `${K}.${string}`,
  ...parts: [Attributes, ...Child[]] | Child[]
): HTMLElementTagNameMap[K] {
  const [tag, ...classes] = name.split(".") as [K, ...string[]];
  const element = document.createElement(tag);
  if (classes.length > 0) element.className = classes.join(" ");
  for (const part of parts) {
    if (!part) continue;
    if (part instanceof Node || typeof part === "string") element.append(part);
    else
      for (const [key, value] of Object.entries(part))
        if (value !== false) element.setAttribute(key, value === true ? "" : String(value));
  }
  return element;
}

export function button(text: string, act: () => void, attributes: Attributes = {}) {
  const element = h("button", { type: "button", ...attributes }, text);
  element.addEventListener("click", act);
  return element;
}

// "Numbers per phase" becomes "numbers-per-phase"
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
