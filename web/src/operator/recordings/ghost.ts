// The second recording: its robots as translucent shapes of one hue, in the first one's scenes.
// What stands still is not drawn again; it is where the first one's is, or the list says so.
import { Color, Group, Mesh, MeshStandardMaterial } from "three";
import type { App } from "../app";
import type { SideModel, SideName, StateFrame } from "../protocol";
import { kDetails } from "../scene/detail";
import { BodyTree, quaternion, vector } from "../scene/kinematics";
import { Shapes } from "../scene/shapes";

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
    vector(model.base.position, base.position);
    quaternion(model.base.quaternion, base.quaternion);
    base.add(this.tool);
    this.root.add(this.tree.root, base);
    const moves = (body: number): boolean =>
      body >= 0 && (scene.bodies[body]!.joints.length > 0 || moves(scene.bodies[body]!.parent));
    for (const geom of scene.geoms) {
      if (!moves(geom.body)) continue;
      const mesh: Mesh = this.shapes.mesh(geom);
      mesh.material = material;
      mesh.castShadow = mesh.receiveShadow = false;
      mesh.renderOrder = 1; // after what is solid
      this.tree.nodes[geom.body]!.add(mesh);
    }
  }

  show(q: Float32Array, tool: { position: [number, number, number]; quaternion: [number, number, number, number] }): void {
    this.tree.move(q);
    vector(tool.position, this.tool.position);
    quaternion(tool.quaternion, this.tool.quaternion);
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
    const hue = getComputedStyle(document.documentElement).getPropertyValue("--second").trim();
    this.material.color = new Color(hue || "#a04a88");
  }

  show(state: StateFrame): void {
    for (const side of ["leader", "follower"] as const) this.sides[side].show(state[side].q, state[side].tool);
  }

  dispose(): void {
    for (const side of Object.values(this.sides)) side.dispose();
    this.material.dispose();
  }
}
