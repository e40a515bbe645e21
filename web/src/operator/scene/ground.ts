// A grid on the floor, so that sizes can be judged: thin lines every 1, 2, 5, 10, … cm.
import { BufferAttribute, BufferGeometry, Group, LineBasicMaterial, LineSegments } from "three";
import type { Colours } from "./colours";

const kCells = 30; // to each side
const kPiece = 3; // cells
const kCellsAcross = 4; // of the model's size
const kAbove = 1e-3; // [m], so that the floor does not shine through

export class Ground {
  readonly group = new Group();
  private cell = 0.1; // [m]
  private readonly material = new LineBasicMaterial();
  private readonly lines = new LineSegments(unitGrid(), this.material);

  constructor() {
    this.group.add(this.lines);
    this.height = 0;
    this.begin(1);
  }

  // reach: how large the model is [m]
  begin(reach: number): void {
    this.cell = roundStep(reach / kCellsAcross);
    this.lines.scale.setScalar(this.cell);
    this.centre(0, 0);
  }

  // around this place, by whole cells
  centre(x: number, y: number): void {
    this.lines.position.x = this.cell * Math.round(x / this.cell);
    this.lines.position.y = this.cell * Math.round(y / this.cell);
  }

  // of the model's floor [m]
  set height(z: number) {
    this.group.position.z = z + kAbove;
  }

  paint(colours: Colours): void {
    this.material.color.copy(colours.grid);
  }
}

// the nearest of 1, 2, 5 times a power of ten
function roundStep(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(wanted));
  const share = wanted / power;
  return power * (share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10);
}

function unitGrid(): BufferGeometry {
  const points: number[] = [];
  // in pieces: some drivers leave out a line whose end is behind the eye
  for (let i = -kCells; i <= kCells; ++i)
    for (let from = -kCells; from < kCells; from += kPiece) {
      const to = from + kPiece;
      points.push(i, from, 0, i, to, 0, from, i, 0, to, i, 0);
    }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(points), 3));
  return geometry;
}
