// What is seen of the hand in a scene: a ball on the tool that can be grabbed, and while it is held
// the aim, and the spring from there to the tool. The tool lags behind the aim by what resists it;
// that gap and the force stand beside the aim.
import * as THREE from "three";
import type { App, SceneView } from "../../app";
import { type Spot, pixelAt, spotOf, way } from "../screen";
import { themeColour } from "../../scene/colours";
import { Coil, over } from "./coil";
import { ForceLabel } from "./force_label";
import { type ToolGrip, aimInWorld, toolInWorld } from "./grab";
import type { Hand } from "./hand";

// on the screen, whatever the distance [px]
const kBall = 11;
const kAim = 6;
const kMuchForce = 10; // where no limit is known [N]

export class HandPicture {
  private readonly group = new THREE.Group();
  private readonly ball: THREE.Mesh<THREE.BufferGeometry, THREE.MeshBasicMaterial>;
  private readonly ring: THREE.Mesh<THREE.BufferGeometry, THREE.MeshBasicMaterial>;
  private readonly aim: THREE.Mesh<THREE.BufferGeometry, THREE.MeshBasicMaterial>;
  private readonly spring = new Coil();
  private readonly label = new ForceLabel();

  constructor(
    private readonly app: App,
    private readonly view: SceneView,
    private readonly hand: Hand,
    private readonly grip: ToolGrip,
  ) {
    this.ball = over(new THREE.SphereGeometry(1, 24, 16), 0.35);
    this.ring = over(new THREE.TorusGeometry(1.35, 0.12, 8, 40), 0.9);
    this.aim = over(new THREE.SphereGeometry(1, 20, 14), 0.95);
    this.group.name = "hand";
    this.group.add(this.ball, this.ring, this.spring.mesh, this.aim);
    view.base.add(this.group);
    this.paint();
    app.on("theme", () => this.paint());
    app.on("frame", () => this.draw());
  }

  private paint(): void {
    this.ball.material.color.copy(themeColour(`--${this.view.side}`));
    this.ring.material.color.copy(themeColour("--ink"));
    this.aim.material.color.copy(themeColour("--ink"));
  }

  private draw(): void {
    const tool = toolInWorld(this.app, this.view);
    this.group.visible = tool !== undefined;
    if (!tool) return this.label.hide();
    const size = pixelAt(this.view, tool);
    const lively = this.grip.hovered || this.grip.dragged;
    place(this.ball, this.view, tool, kBall * size * (lively ? 1.2 : 1));
    this.ball.material.opacity = lively ? 0.6 : 0.35;
    place(this.ring, this.view, tool, kBall * size * (lively ? 1.15 : 1));
    this.ring.quaternion.copy(facing(this.view));
    this.ring.material.opacity = lively ? 1 : 0.5;
    this.aim.visible = this.spring.mesh.visible = this.hand.held;
    if (this.hand.held) this.drawHeld(tool);
    else this.label.hide();
  }

  private drawHeld(tool: THREE.Vector3): void {
    const aim = aimInWorld(this.hand, this.view);
    const size = pixelAt(this.view, aim);
    place(this.aim, this.view, aim, kAim * size);
    this.stretch(aim, tool, size);
    const force = this.hand.feltIn(this.view.side);
    const share = Math.min(1, force.length() / (this.app.session?.force_limit || kMuchForce));
    this.spring.material.color.copy(themeColour("--accent").lerp(themeColour("--bad"), share));
    const spot = this.speaks() ? spotOf(this.view, aim) : undefined;
    if (!spot) return this.label.hide();
    const { clutch } = this.hand;
    this.label.show(spot, { force, along: this.onScreen(force, aim), gap: this.gap(), clutch });
  }

  // in one of the scenes only: where it is dragged, or else the leader's
  private speaks(): boolean {
    return this.hand.draggedIn === undefined
      ? this.view.side === "leader"
      : this.hand.draggedIn === this.view.side;
  }

  private stretch(aim: THREE.Vector3, tool: THREE.Vector3, size: number): void {
    const from = this.view.base.worldToLocal(aim.clone());
    const to = this.view.base.worldToLocal(tool.clone());
    this.spring.mesh.visible = from.distanceTo(to) > kAim * size;
    if (this.spring.mesh.visible) this.spring.stretch(from, to, size);
  }

  // by how much the leader's tool is behind [m]
  private gap(): number {
    const tool = this.app.state?.leader.tool.position;
    return tool ? this.hand.aimIn("leader").distanceTo(new THREE.Vector3(...tool)) : 0;
  }

  // its direction on the screen: right and down, as much of it as does not go into the screen [N]
  private onScreen(force: THREE.Vector3, aim: THREE.Vector3): Spot {
    const right = way(this.view, aim, { right: 1 }).normalize();
    const up = way(this.view, aim, { up: 1 }).normalize();
    const size = force.length();
    const turned = force.clone().transformDirection(this.view.base.matrixWorld);
    return { x: size * turned.dot(right), y: -size * turned.dot(up) };
  }
}

function place(mesh: THREE.Mesh, view: SceneView, at: THREE.Vector3, radius: number): void {
  mesh.position.copy(view.base.worldToLocal(at.clone()));
  mesh.scale.setScalar(radius);
}

// turned towards the eye
function facing(view: SceneView): THREE.Quaternion {
  const base = view.base.getWorldQuaternion(new THREE.Quaternion()).invert();
  return base.multiply(view.camera.getWorldQuaternion(new THREE.Quaternion()));
}
