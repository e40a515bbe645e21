// The person's two hands in the headset's space: a controller as a small handle with its tip and
// ray, or, when the headset follows bare hands, a sphere at every joint. Geometry of our own, so
// that nothing is fetched.
import * as THREE from "three";
import { type Buttons, ButtonReader, kAtRest, newlyPressed } from "./buttons";
import type { Actuator } from "./vibration";

const kRayLength = 1.2; // [m]
const kTipRadius = 0.006; // [m]
const kJointRadius = 0.008; // [m], where the headset does not say
const kMostJoints = 25;
const kColours = { idle: 0x9aa5b1, holding: 0xe69f00, near: 0xd55e00 };

export type Mood = keyof typeof kColours;

const aside = new THREE.Matrix4();
const large = new THREE.Vector3();

export class Hand {
  readonly group = new THREE.Group(); // in the headset's space
  readonly grip = new THREE.Matrix4(); // what holds the handle, in the headset's space
  readonly tip = new THREE.Vector3(); // what touches, in the headset's space
  tracked = false;
  before: Buttons = kAtRest;
  buttons: Buttons = kAtRest;
  actuator: Actuator | undefined;

  private readonly reader = new ButtonReader();
  private readonly body = new THREE.MeshStandardMaterial({ color: kColours.idle, roughness: 0.5 });
  private readonly handle = new THREE.Group();
  private readonly pointer = new THREE.Group();
  private readonly ball: THREE.Mesh;
  private readonly joints: THREE.InstancedMesh;

  constructor(readonly side: XRHandedness) {
    this.handle.add(new THREE.Mesh(new THREE.CylinderGeometry(0.014, 0.018, 0.1, 12), this.body));
    const nose = new THREE.Mesh(new THREE.ConeGeometry(0.01, 0.05, 12).rotateX(-Math.PI / 2), this.body);
    nose.position.z = 0.03;
    const ahead = new THREE.Vector3(0, 0, -kRayLength);
    const ray = new THREE.BufferGeometry().setFromPoints([new THREE.Vector3(), ahead]);
    const pale = new THREE.LineBasicMaterial({ transparent: true, opacity: 0.35 });
    this.pointer.add(nose, new THREE.Line(ray, pale));
    this.ball = new THREE.Mesh(new THREE.SphereGeometry(kTipRadius, 12, 8), new THREE.MeshBasicMaterial());
    this.joints = new THREE.InstancedMesh(new THREE.SphereGeometry(1, 10, 8), this.body, kMostJoints);
    this.joints.frustumCulled = false;
    this.group.name = `hand-${side}`;
    this.group.add(this.handle, this.pointer, this.ball, this.joints);
    for (const part of [this.handle, this.pointer]) part.matrixAutoUpdate = false;
    this.group.visible = false;
  }

  get pressed() {
    return newlyPressed(this.before, this.buttons);
  }

  wear(mood: Mood): void {
    this.body.color.setHex(kColours[mood]);
  }

  // as it is in this picture; source undefined: not there
  update(frame: XRFrame, space: XRReferenceSpace, source: XRInputSource | undefined): void {
    this.before = this.buttons;
    this.actuator = source?.gamepad?.hapticActuators?.[0] as Actuator | undefined;
    this.tracked = source?.hand
      ? this.followHand(frame, space, source.hand)
      : !!source && this.followController(frame, space, source);
    // what is not seen is not held either
    if (!this.tracked) this.buttons = kAtRest;
    this.group.visible = this.tracked;
    this.ball.position.copy(this.tip);
  }

  private followController(frame: XRFrame, space: XRReferenceSpace, source: XRInputSource): boolean {
    const ray = frame.getPose(source.targetRaySpace, space);
    const grip = source.gripSpace ? frame.getPose(source.gripSpace, space) : ray;
    this.handle.visible = this.pointer.visible = true;
    this.joints.visible = false;
    if (!ray || !grip) return false;
    this.grip.fromArray(grip.transform.matrix);
    this.handle.matrix.copy(this.grip);
    this.pointer.matrix.fromArray(ray.transform.matrix);
    this.tip.setFromMatrixPosition(this.pointer.matrix);
    this.buttons = this.reader.read(source.gamepad);
    return true;
  }

  private followHand(frame: XRFrame, space: XRReferenceSpace, hand: XRHand): boolean {
    this.handle.visible = this.pointer.visible = false;
    this.joints.visible = true;
    const where = new Map<string, THREE.Matrix4>();
    let count = 0;
    for (const [name, joint] of hand.entries()) {
      const pose = frame.getJointPose?.(joint, space);
      if (!pose || count >= kMostJoints) continue;
      const matrix = new THREE.Matrix4().fromArray(pose.transform.matrix);
      where.set(name, matrix);
      large.setScalar(pose.radius || kJointRadius);
      this.joints.setMatrixAt(count++, aside.copy(matrix).scale(large));
    }
    this.joints.count = count;
    this.joints.instanceMatrix.needsUpdate = true;
    const wrist = where.get("wrist");
    const finger = where.get("index-finger-tip");
    const thumb = where.get("thumb-tip");
    if (!wrist || !finger || !thumb) return false;
    this.grip.copy(wrist);
    this.tip.setFromMatrixPosition(finger);
    this.buttons = this.reader.readHand(this.tip.distanceTo(new THREE.Vector3().setFromMatrixPosition(thumb)));
    return true;
  }
}
