// One side's scene: its model moved by every state, its tool with what pulls at it, and the camera
// that looks at it. A part that wants a drag for itself listens at `element` in the capture phase
// and stops the event: the camera then stays where it is.
import * as THREE from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { SceneView } from "../app";
import type { ScanFrame, SideModel, SideName, SideState } from "../protocol";
import { put } from "../vectors";
import { moveByKeys } from "./camera_keys";
import type { Colours } from "./colours";
import type { Detail } from "./detail";
import { around, kLeastReach, robotBox, travels } from "./framing";
import { Ground } from "./ground";
import { BodyTree } from "./kinematics";
import { Labels } from "./labels";
import { ScanPoints } from "./scan_points";
import { SeeThrough } from "./see_through";
import { Shapes, isFloor } from "./shapes";
import { ToolMarks } from "./tool_marks";

const kFieldOfView = 38; // [deg]
// from beside the robot, a little from behind and from above: what it reaches for is at the right
const kHomeDirection = new THREE.Vector3(-0.5, -1.25, 0.62).normalize();
const kHomeMargin = 1.3; // of the distance, since the arm will move
const kSlidingMargin = 1.02; // where all of its range counts already
// what drives is seen from behind and above, with its surroundings
const kTravelDirection = new THREE.Vector3(-1, -0.45, 0.95).normalize();
const kTravelMargin = 2.2;
const kMostReach = 6; // [m]

export class SideView implements SceneView {
  readonly root = new THREE.Group();
  readonly base = new THREE.Group();
  readonly camera = new THREE.PerspectiveCamera(kFieldOfView, 1, 0.01, 100);
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
  private walls: SeeThrough | undefined;
  private goesAlong = false; // the camera, with the tool
  private readonly wasAt = new THREE.Vector3(); // the tool, in the root's axes
  private state: Float32Array | undefined; // the coordinates that were shown last
  private readonly atHome = new THREE.Vector3(); // where the camera was put last

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

  get tool(): THREE.Group {
    return this.marks.tool;
  }

  bodyNamed(name: string): THREE.Group | undefined {
    return this.tree?.find(name);
  }

  load(model: SideModel, detail: Detail): void {
    this.model = model;
    this.goesAlong = travels(model);
    put(this.base, model.base);
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
    const standing: THREE.Mesh[] = [];
    for (const geom of scene.geoms) {
      const mesh = shapes.mesh(geom);
      (tree.nodes[geom.body] ?? tree.root).add(mesh);
      if (geom.body === 0 && geom.type !== "plane") standing.push(mesh);
    }
    this.root.add(tree.root);
    if (this.state) tree.move(this.state);
    this.tree = tree;
    this.shapes = shapes;
    this.walls?.dispose();
    this.root.updateMatrixWorld(true);
    this.walls = new SeeThrough(standing);
  }

  show(state: SideState): void {
    this.state = state.q;
    this.tree?.move(state.q);
    if (!this.fitted) this.fit(state);
    this.marks.show(state);
    if (this.goesAlong) this.goAlong();
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
    const slides = this.model?.joints.every(({ kind }) => kind === "slide") ?? false;
    const margin = this.goesAlong ? kTravelMargin : slides ? kSlidingMargin : kHomeMargin;
    const distance = (margin * sphere.radius) / Math.sin(angle);
    this.controls.target.copy(sphere.center);
    const direction = this.goesAlong ? kTravelDirection : kHomeDirection;
    this.camera.position.copy(sphere.center).addScaledVector(direction, distance);
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
    this.walls?.look(this.camera.position, this.controls.target);
    this.labels.place(this.camera, this.base, width, height);
  }

  private fit({ tool }: SideState): void {
    this.fitted = true;
    this.tool.position.fromArray(tool.position);
    const { radius } = this.extent();
    this.reach = Math.min(kMostReach, Math.max(kLeastReach, radius));
    this.marks.begin(this.reach);
    this.ground.begin(this.reach);
    const floor = this.model?.scene.geoms.find(isFloor);
    // without a floor the grid lies below everything
    this.ground.height = floor ? floor.position[2] : this.box().min.z;
    this.home();
    this.toolInRoot(this.wasAt);
  }

  // the camera keeps its distance to a robot that drives, the grid its middle
  private goAlong(): void {
    const at = this.toolInRoot(new THREE.Vector3());
    const way = at.clone().sub(this.wasAt);
    this.wasAt.copy(at);
    const untouched = this.camera.position.equals(this.atHome);
    this.camera.position.add(way);
    this.controls.target.add(way);
    if (untouched) this.atHome.copy(this.camera.position);
    this.ground.centre(at.x, at.y);
  }

  private toolInRoot(out: THREE.Vector3): THREE.Vector3 {
    this.base.updateMatrix();
    return out.copy(this.tool.position).applyMatrix4(this.base.matrix);
  }

  private box() {
    this.root.updateMatrixWorld(true);
    const { model, tree } = this;
    return model && tree
      ? robotBox(model, tree, this.state ?? [], this)
      : new THREE.Box3(new THREE.Vector3(), new THREE.Vector3());
  }

  private extent(): THREE.Sphere {
    return around(this.box());
  }
}
