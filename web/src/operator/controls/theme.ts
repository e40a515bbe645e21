// Colours of style/theme.css for what is drawn in a scene.
import { Color } from "three";

export function themeColour(variable: string): Color {
  const text = getComputedStyle(document.documentElement).getPropertyValue(variable).trim();
  return new Color(text || "#808080");
}
