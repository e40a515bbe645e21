// Builds elements; text is always set as text, so nothing in the data can become markup.

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean>;

// h("p", { class: "hint" }, "text", …); what has no attributes leaves them out
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  ...parts: [Attributes, ...Child[]] | Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const part of parts) {
    if (!part) continue;
    if (part instanceof Node || typeof part === "string") element.append(part);
    else
      for (const [name, value] of Object.entries(part))
        if (value !== false) element.setAttribute(name, value === true ? "" : String(value));
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
