// A grid on the floor, so that sizes can be judged: thin lines every 0.1 m or 1 m.
import { BufferAttribute, BufferGeometry, Group, LineBasicMaterial, LineSegments } from "three";
import type { Colours } from "./colours";

const kCells = 20; // to each side
const kAbove = 1e-3; // [m], so that the floor does not shine through

export class Ground {
  readonly group = new Group();
  private readonly material = new LineBasicMaterial();
  private readonly lines = new LineSegments(unitGrid(), this.material);

  constructor() {
    this.group.add(this.lines);
    this.height = 0;
    this.begin(1);
  }

  // reach: how large the model is [m]
  begin(reach: number): void {
    this.lines.scale.setScalar(10 ** Math.round(Math.log10(reach / 3)));
  }

  // of the model's floor [m]
  set height(z: number) {
    this.group.position.z = z + kAbove;
  }

  paint(colours: Colours): void {
    this.material.color.copy(colours.grid);
  }
}

function unitGrid(): BufferGeometry {
  const points: number[] = [];
  for (let i = -kCells; i <= kCells; ++i)
    points.push(i, -kCells, 0, i, kCells, 0, -kCells, i, 0, kCells, i, 0);
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(points), 3));
  return geometry;
}
