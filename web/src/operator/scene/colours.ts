// The scene's colours are those of the page: they live in style sheets and follow its theme.
import { Color } from "three";

export interface Colours {
  background: Color;
  grid: Color;
  leader: Color;
  follower: Color;
  asked: Color;
  external: Color;
  fixtures: Color;
  contact: Color;
  ghost: Color;
}

const kVariables: Record<keyof Colours, string> = {
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

export function readColours(): Colours {
  const style = getComputedStyle(document.documentElement);
  const colours = {} as Colours;
  for (const key of Object.keys(kVariables) as (keyof Colours)[])
    colours[key] = new Color(style.getPropertyValue(kVariables[key]).trim() || "#888");
  return colours;
}
