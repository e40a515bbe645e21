// One side's scene: its model moved by every state, its tool with what pulls at it, and the camera
// that looks at it. A part that wants a drag for itself listens at `element` in the capture phase
// and stops the event: the camera then stays where it is.
import { Box3, Group, PerspectiveCamera, Sphere, Vector3 } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { SceneView } from "../app";
import type { ScanFrame, SideModel, SideName, SideState } from "../protocol";
import { moveByKeys } from "./camera_keys";
import type { Colours } from "./colours";
import type { Detail } from "./detail";
import { Ground } from "./ground";
import { BodyTree, quaternion, vector } from "./kinematics";
import { Labels } from "./labels";
import { ScanPoints } from "./scan_points";
import { Shapes, isFloor } from "./shapes";
import { ToolMarks } from "./tool_marks";

const kFieldOfView = 38; // [deg]
// from beside the robot, a little from behind and from above: what it reaches for is at the right
const kHomeDirection = new Vector3(-0.5, -1.25, 0.62).normalize();
const kHomeMargin = 1.4; // of the distance, since the arm will move
const kLeastReach = 0.2; // [m]
const kMostReach = 6; // [m]

export class SideView implements SceneView {
  readonly root = new Group();
  readonly base = new Group();
  readonly camera = new PerspectiveCamera(kFieldOfView, 1, 0.01, 100);
  readonly controls: OrbitControls;
  reach = 1; // how large the model is [m]
  private readonly marks: ToolMarks;
  private readonly labels: Labels;
  private readonly ground = new Ground();
  private readonly scan = new ScanPoints();
  private model: SideModel | undefined;
  private tree: BodyTree | undefined;
  private shapes: Shapes | undefined;
  private fitted = false;
  private state: Float32Array | undefined; // the coordinates that were shown last
  private readonly atHome = new Vector3(); // where the camera was put last

  constructor(
    readonly side: SideName,
    readonly element: HTMLElement,
  ) {
    this.root.name = side;
    this.base.name = "base";
    this.root.add(this.base, this.ground.group);
    this.marks = new ToolMarks(this.base, this.root);
    this.tool.add(this.scan.points);
    this.labels = new Labels(element, this.marks.marks);
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, element);
    this.controls.maxDistance = 40;
    this.controls.minDistance = 0.05;
    moveByKeys(element, this.camera, this.controls, () => this.home());
    this.home();
  }

  get tool(): Group {
    return this.marks.tool;
  }

  bodyNamed(name: string): Group | undefined {
    return this.tree?.find(name);
  }

  load(model: SideModel, detail: Detail): void {
    this.model = model;
    vector(model.base.position, this.base.position);
    quaternion(model.base.quaternion, this.base.quaternion);
    this.scan.clear();
    this.fitted = false;
    this.state = undefined;
    this.build(detail);
  }

  // the same model again, with more or less detail
  build(detail: Detail): void {
    if (!this.model) return;
    const { scene } = this.model;
    this.tree?.root.removeFromParent();
    this.shapes?.dispose();
    const shapes = new Shapes(scene, detail);
    const tree = new BodyTree(scene);
    for (const geom of scene.geoms) (tree.nodes[geom.body] ?? tree.root).add(shapes.mesh(geom));
    this.root.add(tree.root);
    this.ground.height = scene.geoms.find(isFloor)?.position[2] ?? 0;
    if (this.state) tree.move(this.state);
    this.tree = tree;
    this.shapes = shapes;
  }

  show(state: SideState): void {
    this.state = state.q;
    this.tree?.move(state.q);
    if (!this.fitted) this.fit(state);
    this.marks.show(state);
  }

  showScan(scan: ScanFrame): void {
    this.scan.show(scan);
  }

  paint(colours: Colours): void {
    this.marks.paint({ ...colours, trace: colours[this.side] });
    this.scan.colour = colours.contact;
    this.ground.paint(colours);
    this.labels.paint();
  }

  home(): void {
    const sphere = this.extent();
    // the narrower of both angles of view must hold all of it
    const half = (0.5 * kFieldOfView * Math.PI) / 180;
    const angle = Math.min(half, Math.atan(Math.tan(half) * this.camera.aspect));
    const distance = (kHomeMargin * sphere.radius) / Math.sin(angle);
    this.controls.target.copy(sphere.center);
    this.camera.position.copy(sphere.center).addScaledVector(kHomeDirection, distance);
    this.controls.update();
    this.atHome.copy(this.camera.position);
  }

  // before every picture; the rectangle in pixels of the page
  look(width: number, height: number): void {
    const aspect = width / Math.max(1, height);
    if (Math.abs(aspect - this.camera.aspect) > 1e-3) {
      const untouched = this.camera.position.equals(this.atHome);
      this.camera.aspect = aspect;
      this.camera.updateProjectionMatrix();
      if (untouched) this.home();
    }
    this.labels.place(this.camera, this.base, width, height);
  }

  private fit({ tool }: SideState): void {
    this.fitted = true;
    vector(tool.position, this.tool.position);
    this.reach = Math.min(kMostReach, Math.max(kLeastReach, this.extent().radius));
    this.marks.begin(this.reach);
    this.ground.begin(this.reach);
    this.home();
  }

  // a sphere around the robot and its tool; floors and walls do not count
  private extent(): Sphere {
    const box = new Box3();
    const part = new Box3();
    const scene = this.model?.scene;
    this.root.updateMatrixWorld(true);
    for (const geom of scene?.geoms ?? []) {
      const moves = this.moves(geom.body);
      if (geom.type === "plane" || !moves) continue;
      const node = this.tree?.nodes[geom.body];
      if (node) box.union(part.setFromCenterAndSize(node.getWorldPosition(new Vector3()), kSmall));
      for (const child of node?.children ?? [])
        if ("isMesh" in child && child.name === geom.name) box.union(part.setFromObject(child));
    }
    box.expandByPoint(this.tool.getWorldPosition(new Vector3()));
    box.expandByPoint(this.base.getWorldPosition(new Vector3()));
    const sphere = box.getBoundingSphere(new Sphere());
    sphere.radius = Math.max(sphere.radius, 0.5 * kLeastReach);
    return sphere;
  }

  // does this body, or one that carries it, have a joint?
  private moves(body: number): boolean {
    const bodies = this.model?.scene.bodies ?? [];
    for (let at = bodies[body]; at; at = bodies[at.parent]) if (at.joints.length) return true;
    return false;
  }
}

const kSmall = new Vector3(1e-3, 1e-3, 1e-3);
