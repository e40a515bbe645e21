// The scene's colours are those of the page: they live in style sheets and follow its theme.
import { Color } from "three";
import { themeVariable } from "../../palette";

const kVariables = {
  background: "--scene",
  grid: "--scene-grid",
  leader: "--leader",
  follower: "--follower",
  asked: "--asked",
  external: "--external",
  fixtures: "--fixtures",
  contact: "--contact",
  ghost: "--ghost",
};
export type Colours = Record<keyof typeof kVariables, Color>;

export const themeColour = (variable: string): Color =>
  new Color(themeVariable(variable) || "#808080");

export function readColours(): Colours {
  const read = Object.entries(kVariables).map(([key, variable]) => [key, themeColour(variable)]);
  return Object.fromEntries(read) as Colours;
}
