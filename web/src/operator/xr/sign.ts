// What the person reads in the headset: a board drawn on a canvas, with a red disc beside it that
// stops everything when it is touched, for hands that have no buttons.
import * as THREE from "three";
import type { SessionModel, StateFrame } from "../protocol";

const kEngagements = ["waiting", "engaging", "engaged", "holding", "clutched"];
const kWidth = 640; // [px]
const kHeight = 440;
const kSize = 0.5; // width [m]
const kDisc = 0.05; // radius [m]
const kTouch = 0.045; // from the disc's middle [m]
const kFromEyes = new THREE.Vector3(-0.42, -0.02, -0.85); // [m]
const kRedraw = 0.12; // [s]

export function signContent(
  session: SessionModel | undefined,
  state: StateFrame | undefined,
  // no warning is empty; task: what to do now; registering
  extra: { handle: string; place: string; warning: string; task: string[] },
) {
  const wanted = session?.tank_level ?? 0;
  // share of twice the wanted level
  const tank = (label: string, joules = 0) => ({
    label,
    joules,
    share: wanted > 0 ? Math.min(Math.max(joules / (2 * wanted), 0), 1) : 0,
  });
  const engaged = (k?: number) => kEngagements[k ?? -1] ?? "–";
  const number = (x: number | undefined, digits: number) =>
    x !== undefined && Number.isFinite(x) ? x.toFixed(digits) : "–";
  return {
    title: session?.title || session?.name || "no session",
    lines: <[label: string, value: string][]>[
      ["time", `${number(state?.time, 1)} s`],
      ["round trip", `${number(state && 1000 * state.roundTrip, 0)} ms, loss ${number(state && 100 * state.loss, 0)} %`],
      ["coupling", `${engaged(state?.leader.engagement)} / ${engaged(state?.follower.engagement)}`],
      ["handle", extra.handle],
      ["place", extra.place],
    ],
    tanks: [tank("leader", state?.leader.tank), tank("follower", state?.follower.tank)],
    stopped: state?.stopped ?? false,
    warning: extra.warning,
    task: extra.task,
  };
}

type SignContent = ReturnType<typeof signContent>;

export class Sign {
  readonly group = new THREE.Group(); // in the headset's space
  readonly disc = new THREE.Mesh(
    new THREE.CircleGeometry(kDisc, 32),
    new THREE.MeshBasicMaterial({ color: 0xb3261e }),
  );
  private readonly canvas = document.createElement("canvas");
  private readonly texture: THREE.CanvasTexture;
  private drawn = -Infinity;
  private touched = false;

  constructor() {
    this.canvas.width = kWidth;
    this.canvas.height = kHeight;
    this.texture = new THREE.CanvasTexture(this.canvas);
    this.texture.colorSpace = THREE.SRGBColorSpace;
    this.texture.minFilter = THREE.LinearFilter;
    this.texture.generateMipmaps = false;
    const board = new THREE.Mesh(
      new THREE.PlaneGeometry(kSize, (kSize * kHeight) / kWidth),
      new THREE.MeshBasicMaterial({ map: this.texture, toneMapped: false, transparent: true, opacity: 0.92 }),
    );
    this.disc.position.set(kSize / 2 + kDisc + 0.02, 0, 0);
    this.group.name = "sign";
    this.group.add(board, this.disc);
  }

  // to the left before the person, turned to them
  hangBefore(eyes: THREE.Matrix4): void {
    const head = new THREE.Vector3().setFromMatrixPosition(eyes);
    const ahead = new THREE.Vector3(0, 0, -1).transformDirection(eyes);
    const yaw = Math.atan2(-ahead.x, -ahead.z);
    this.group.position.copy(kFromEyes).applyAxisAngle(new THREE.Vector3(0, 1, 0), yaw).add(head);
    // not by Object3D.lookAt: up is y in the headset's space, but not in the scene
    const turn = new THREE.Matrix4().lookAt(head, this.group.position, new THREE.Vector3(0, 1, 0));
    this.group.quaternion.setFromRotationMatrix(turn);
  }

  // has a hand come to the disc since the last picture? tips: in the headset's space
  stopTouched(tips: readonly THREE.Vector3[]): boolean {
    this.group.updateMatrix();
    const middle = this.disc.position.clone().applyMatrix4(this.group.matrix);
    const before = this.touched;
    this.touched = tips.some((tip) => tip.distanceTo(middle) < kTouch);
    return this.touched && !before;
  }

  // a few times a second; content: asked for only then
  show(content: () => SignContent, now: number): void {
    if (now - this.drawn < kRedraw) return;
    this.drawn = now;
    const pen = this.canvas.getContext("2d");
    if (!pen) return;
    drawSign(pen, content());
    this.texture.needsUpdate = true;
  }
}

function text(pen: CanvasRenderingContext2D, font: string, colour: string, what: string, x: number, y: number): void {
  pen.font = font;
  pen.fillStyle = colour;
  pen.fillText(what, x, y, kWidth - x - 20);
}

function drawSign(pen: CanvasRenderingContext2D, content: SignContent): void {
  const plain = "24px system-ui, sans-serif";
  const bold = "bold 30px system-ui, sans-serif";
  pen.fillStyle = "#14181c";
  pen.fillRect(0, 0, kWidth, kHeight);
  text(pen, bold, "#ffffff", content.title, 20, 42);
  let y = 84;
  for (const [label, value] of content.lines) {
    text(pen, plain, "#a0aab4", label, 20, y);
    text(pen, plain, "#e7eaed", value, 170, y);
    y += 32;
  }
  const colours = ["#56b4e9", "#ff8b45"];
  content.tanks.forEach(({ label, joules, share }, k) => {
    text(pen, plain, "#a0aab4", `tank, ${label}`, 20, y);
    pen.fillStyle = "#2e343b";
    pen.fillRect(220, y - 20, 260, 22);
    pen.fillStyle = colours[k] ?? "#ffffff";
    pen.fillRect(220, y - 20, 260 * share, 22);
    text(pen, plain, "#e7eaed", `${joules.toFixed(3)} J`, 495, y);
    y += 32;
  });
  for (const line of content.task) {
    text(pen, plain, "#f0e442", line, 20, y);
    y += 30;
  }
  if (content.warning) text(pen, bold, "#ff8b45", content.warning, 20, kHeight - 60);
  if (content.stopped) {
    pen.fillStyle = "#b3261e";
    pen.fillRect(0, kHeight - 50, kWidth, 50);
    text(pen, bold, "#ffffff", "STOPPED", 240, kHeight - 15);
  }
}
