// What is shown about the tool besides the model: where it is, where it is wanted (a pale ghost),
// what pulls at it, what the world pushes back with, and where it was.
import * as THREE from "three";
import type { SideState } from "../protocol";
import { put } from "../vectors";
import { Arrow, type ArrowKind, ForceArrow, TorqueArrow, arrowMaterial, kArrowKinds, kPlain } from "./arrows";
import type { Colours } from "./colours";
import { Trace } from "./trace";

const kMostContacts = 16;
const kAxisColours = [0xcc3311, 0x117733, 0x0077bb]; // x, y, z; Tol's vibrant and muted sets
const kGhostOpacity = 0.38;

const ball = new THREE.SphereGeometry(1, 16, 10);
const rod = new THREE.CylinderGeometry(0.035, 0.035, 1, 8).translate(0, 0.5, 0);
const tip = new THREE.ConeGeometry(0.09, 0.24, 10).translate(0, 1.1, 0);

export class ToolMarks {
  readonly tool = new THREE.Group(); // below the base
  readonly setpoint = new THREE.Group(); // likewise
  readonly contacts = new THREE.Group(); // in the world
  readonly marks: { kind: ArrowKind; arrow: Arrow }[] = [];
  readonly trace = new Trace();
  private readonly arrows = new THREE.Group();
  private readonly materials: Record<ArrowKind, THREE.MeshBasicMaterial>;
  private readonly ghost = new THREE.MeshBasicMaterial({
    ...kPlain,
    transparent: true,
    opacity: kGhostOpacity,
    depthWrite: false,
  });
  private readonly contactMaterial = arrowMaterial();
  private readonly contactArrows: { point: THREE.Mesh; arrow: ForceArrow }[] = [];
  private readonly triads: THREE.Object3D[] = [];
  private reach = 1; // [m]

  constructor(base: THREE.Group, root: THREE.Group) {
    this.materials = { asked: arrowMaterial(), external: arrowMaterial(), fixtures: arrowMaterial() };
    for (const kind of kArrowKinds)
      for (const arrow of [new ForceArrow(this.materials[kind]), new TorqueArrow(this.materials[kind])]) {
        arrow.group.visible = false;
        this.marks.push({ kind, arrow });
        this.arrows.add(arrow.group);
      }
    this.tool.add(this.triad((i) => new THREE.MeshBasicMaterial({ ...kPlain, color: kAxisColours[i]! })));
    this.setpoint.add(this.triad(() => this.ghost));
    this.setpoint.visible = false;
    this.addContacts();
    this.tool.name = "tool";
    this.setpoint.name = "setpoint";
    base.add(this.tool, this.setpoint, this.arrows, this.trace.line);
    root.add(this.contacts);
  }

  paint(colours: Colours & { trace: THREE.Color }): void {
    for (const kind of kArrowKinds) this.materials[kind].color.copy(colours[kind]);
    this.ghost.color.copy(colours.ghost);
    this.contactMaterial.color.copy(colours.contact);
    this.trace.colour = colours.trace;
  }

  // reach: how large the model is [m]
  begin(reach: number): void {
    this.reach = reach;
    this.trace.clear();
    for (const triad of this.triads) triad.scale.setScalar(0.17 * reach);
    for (const { point } of this.contactArrows) point.scale.setScalar(0.012 * reach);
  }

  show(state: SideState): void {
    put(this.tool, state.tool);
    put(this.setpoint, state.setpoint);
    this.setpoint.visible = true;
    for (const { kind, arrow } of this.marks) {
      const { torque, force } = state[kind];
      arrow.show(arrow instanceof ForceArrow ? force : torque, this.tool.position, this.reach);
    }
    this.showContacts(state);
    this.trace.add(state.tool.position);
  }

  private showContacts({ contacts }: SideState): void {
    this.contactArrows.forEach(({ point, arrow }, i) => {
      const contact = contacts[i];
      point.visible = contact !== undefined;
      arrow.group.visible = point.visible;
      if (!contact) return;
      point.position.fromArray(contact.point);
      arrow.show(contact.force, point.position, 0.6 * this.reach);
    });
  }

  private addContacts(): void {
    for (let i = 0; i < kMostContacts; ++i) {
      const point = new THREE.Mesh(ball, this.contactMaterial);
      const arrow = new ForceArrow(this.contactMaterial);
      point.visible = arrow.group.visible = false;
      this.contactArrows.push({ point, arrow });
      this.contacts.add(point, arrow.group);
    }
  }

  // three axes, one unit long
  private triad(material: (axis: number) => THREE.MeshBasicMaterial): THREE.Group {
    const group = new THREE.Group();
    const axes = [new THREE.Vector3(1, 0, 0), new THREE.Vector3(0, 1, 0), new THREE.Vector3(0, 0, 1)];
    axes.forEach((axis, i) => {
      const arm = new THREE.Group();
      const paint = material(i);
      arm.add(new THREE.Mesh(rod, paint), new THREE.Mesh(tip, paint));
      arm.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), axis);
      group.add(arm);
    });
    this.triads.push(group);
    return group;
  }
}
