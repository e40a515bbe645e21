// Builds elements; text is always set as text, so nothing in the data can become markup.

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean>;

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((c): c is Node | string => c instanceof Node || !!c));
  return element;
}

// "Numbers per phase" becomes "numbers-per-phase"
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
