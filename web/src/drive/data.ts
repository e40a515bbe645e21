// How a course was driven, as the program hands it over (report/plots/drive_map.hpp). World axes in m: the
// vehicle starts at the origin and faces +x, y is to its left; headings in rad, counter-clockwise.

export type Point = [x: number, y: number];

export interface Wall {
  x: number;
  y: number;
  hx: number; // half sizes
  hy: number;
  angle: number;
}

export type Moment = [
  t: number,
  x: number,
  y: number,
  heading: number,
  speed: number | null,
  clearance: number | null, // null: nothing there
  force_x: number | null, // on the hand, to the right [N]
  force_z: number | null, // on the hand, towards the person [N]
];

// what the scanner saw, and from where
export interface Sight {
  t: number;
  x: number;
  y: number;
  heading: number;
  points: Point[];
}

export interface Collision {
  t: number;
  x: number;
  y: number;
  what: string;
}

export interface DriveData {
  walls: Wall[];
  posts: { x: number; y: number; r: number }[];
  footprint: { hx: number; hy: number };
  centre: Point[];
  stop: number | null; // from the front to the end of the centre line
  margin: number; // nearer is a collision
  path: Moment[];
  scans: Sight[];
  collisions: Collision[];
}
