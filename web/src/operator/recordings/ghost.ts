// The second recording: its robots as translucent shapes of one hue, in the first one's scenes.
// What stands still is not drawn again; it is where the first one's is, or the list says so.
import { Group, type Mesh, MeshStandardMaterial } from "three";
import type { App } from "../app";
import type { SideModel, SideName, SideState, StateFrame } from "../protocol";
import { themeColour } from "../scene/colours";
import { kDetails } from "../scene/detail";
import { moves } from "../scene/framing";
import { BodyTree } from "../scene/kinematics";
import { Shapes } from "../scene/shapes";
import { put } from "../vectors";

const kOpacity = 0.38;

class GhostSide {
  readonly root = new Group();
  private readonly tree: BodyTree;
  private readonly shapes: Shapes;
  private readonly tool = new Group();

  constructor(model: SideModel, material: MeshStandardMaterial) {
    const { scene } = model;
    this.tree = new BodyTree(scene);
    this.shapes = new Shapes(scene, kDetails.at(-1)!);
    this.root.name = "ghost";
    this.tool.name = "ghost-tool";
    const base = new Group();
    put(base, model.base);
    base.add(this.tool);
    this.root.add(this.tree.root, base);
    for (const geom of scene.geoms) {
      if (!moves(scene, geom.body)) continue;
      const mesh: Mesh = this.shapes.mesh(geom);
      mesh.material = material;
      mesh.castShadow = mesh.receiveShadow = false;
      mesh.renderOrder = 1; // after what is solid
      this.tree.nodes[geom.body]!.add(mesh);
    }
  }

  show({ q, tool }: SideState): void {
    this.tree.move(q);
    put(this.tool, tool);
  }

  dispose(): void {
    this.root.removeFromParent();
    this.shapes.dispose();
  }
}

export class Ghost {
  private readonly material = new MeshStandardMaterial({
    transparent: true,
    opacity: kOpacity,
    depthWrite: false,
    roughness: 0.8,
  });
  private readonly sides: Record<SideName, GhostSide>;

  constructor(app: App, models: Record<SideName, SideModel>) {
    this.sides = {
      leader: new GhostSide(models.leader, this.material),
      follower: new GhostSide(models.follower, this.material),
    };
    this.paint();
    for (const side of ["leader", "follower"] as const) app.scenes[side].root.add(this.sides[side].root);
  }

  paint(): void {
    this.material.color = themeColour("--second");
  }

  show(state: StateFrame): void {
    for (const side of ["leader", "follower"] as const) this.sides[side].show(state[side]);
  }

  dispose(): void {
    for (const side of Object.values(this.sides)) side.dispose();
    this.material.dispose();
  }
}
