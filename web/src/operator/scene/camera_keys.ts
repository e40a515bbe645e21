// The camera by keyboard, for a scene that has the focus: arrows turn, with shift they move, + and
// − come closer and go away, Home goes back to the first view.
import { type PerspectiveCamera, Spherical, Vector3 } from "three";
import type { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";

const kTurn = Math.PI / 24; // [rad] a key press
const kZoom = 1.15;
const kMove = 0.06; // of the distance

export function moveByKeys(
  element: HTMLElement,
  camera: PerspectiveCamera,
  controls: OrbitControls,
  home: () => void,
): void {
  element.addEventListener("keydown", (event) => {
    if (event.target !== element || event.ctrlKey || event.altKey || event.metaKey) return;
    const move = (right: number, up: number) =>
      event.shiftKey ? pan(camera, controls, right, up) : turn(camera, controls, right, up);
    const actions: Record<string, () => void> = {
      ArrowLeft: () => move(-1, 0),
      ArrowRight: () => move(1, 0),
      ArrowUp: () => move(0, 1),
      ArrowDown: () => move(0, -1),
      "+": () => zoom(camera, controls, 1 / kZoom),
      "=": () => zoom(camera, controls, 1 / kZoom),
      "-": () => zoom(camera, controls, kZoom),
      Home: home,
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
    controls.update();
  });
}

function turn(camera: PerspectiveCamera, controls: OrbitControls, right: number, up: number): void {
  // three measures the polar angle from y, this page's up is z
  const away = camera.position.clone().sub(controls.target);
  const sphere = new Spherical().setFromCartesianCoords(away.y, away.z, away.x);
  sphere.theta += right * kTurn;
  sphere.phi -= up * kTurn;
  sphere.makeSafe();
  const turned = new Vector3().setFromSpherical(sphere);
  camera.position.copy(controls.target).add(away.set(turned.z, turned.x, turned.y));
}

function pan(camera: PerspectiveCamera, controls: OrbitControls, right: number, up: number): void {
  const step = kMove * camera.position.distanceTo(controls.target);
  const shift = new Vector3(right * step, up * step, 0).applyQuaternion(camera.quaternion);
  camera.position.add(shift);
  controls.target.add(shift);
}

function zoom(camera: PerspectiveCamera, controls: OrbitControls, by: number): void {
  camera.position.sub(controls.target).multiplyScalar(by).add(controls.target);
}
