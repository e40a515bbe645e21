// A headset on the operator's page, emulated by iwer: enters, both eyes see the scene, a controller
// leads the handle in the right frame and hums, the robot is registered by touch, and the page goes
// on afterwards. iwer is put into the page by this test only.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Browser, type Page } from "playwright-core";
import { Quaternion, Vector3 } from "three";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { App } from "../../src/operator/app";
import type { Command, Triple } from "../../src/operator/protocol";
import { toolOf } from "../support/arm_session";
import { type BuiltPage, type Received, MockStation, builtPage } from "../support/mock_station";
import { allReceived, stateShown } from "../support/settled";
import { launchBrowser } from "../support/software_browser";

type Hold = Extract<Command, { do: "hold" }>;
type Point = { x: number; y: number; z: number };

// what the test needs of the emulator; it is an object of the page
interface Controller {
  position: { set(x: number, y: number, z: number): void };
  quaternion: { set(x: number, y: number, z: number, w: number): void };
  updateButtonValue(button: string, value: number): void;
  inputSource: XRInputSource;
}
declare global {
  interface Window {
    headset: {
      position: { set(x: number, y: number, z: number): void };
      controllers: { left: Controller; right: Controller };
      hands: { right: { pinchValue?: number; updatePinchValue(value: number): void } };
      primaryInputMode: "controller" | "hand";
      stereoEnabled: boolean;
      recenter(): void;
    };
    pulses: { strength: number; ms: number }[];
    eyes: { left: number[]; right: number[]; width: number; height: number } | undefined;
    tether: App;
  }
}

const require = createRequire(import.meta.url);
const kEmulator = readFileSync(join(dirname(require.resolve("iwer")), "..", "build", "iwer.min.js"), "utf8");
const kPosture: [number, number] = [0.5, 0.9];
const kPatience = 300_000; // drawing by the processor alone, beside other tests [ms]
const kTool = toolOf(...kPosture).position;

let built: BuiltPage;
let browser: Browser;
let station: MockStation;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  built = await builtPage();
  browser = await launchBrowser();
}, 180_000);

afterAll(async () => {
  await browser?.close();
  built?.remove();
});

function installHeadset(): void {
  const { XRDevice, metaQuest3 } = (window as unknown as { IWER: Record<string, never> }).IWER;
  const Device = XRDevice as unknown as new (config: unknown) => Window["headset"] & {
    installRuntime(options: { forceInstall: boolean }): void;
  };
  const device = new Device(metaQuest3);
  device.installRuntime({ forceInstall: true });
  device.stereoEnabled = true;
  device.position.set(0, 1.6, 0);
  window.headset = device;
  window.pulses = [];
  const { gamepad } = device.controllers.right.inputSource;
  const [motor] = (gamepad?.hapticActuators ?? []) as unknown as { pulse(s: number, ms: number): void }[];
  if (motor)
    motor.pulse = (strength, ms) => void window.pulses.push({ strength, ms });
}

async function open(emulator: boolean): Promise<void> {
  station = new MockStation(built.directory);
  station.frozen = kPosture;
  station.rate = 20;
  await station.start();
  // small, since there is no graphics card
  page = await browser.newPage({ viewport: { width: 640, height: 320 } });
  page.setDefaultTimeout(kPatience);
  complaints = [];
  page.on("console", (message) => {
    const text = message.text();
    // reading pixels back for the tests makes the driver complain of itself
    if (["error", "warning"].includes(message.type()) && !/ReadPixels|GPU stall/.test(text))
      complaints.push(text);
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  if (emulator) {
    await page.addInitScript({ content: kEmulator });
    await page.addInitScript(installHeadset);
  }
  await page.goto(`${station.address}#detail=lowest`);
  await page.waitForFunction(() => window.tether?.state !== undefined);
}

async function close(): Promise<void> {
  await page?.close();
  await station.stop();
}

const inside = () => page.evaluate(() => window.tether.renderer.xr.isPresenting);

const label = () => page.evaluate(() => document.getElementById("enter-vr")?.textContent);

const enter = async () => {
  if (await inside()) return;
  await page.waitForSelector("#enter-vr:not([aria-disabled=true])");
  await page.evaluate(() => document.getElementById("enter-vr")?.click());
  await page.waitForFunction(() => window.tether.renderer.xr.isPresenting);
  await pictures(3);
};

// waits for so many pictures of the page or of the headset
const pictures = (count: number) =>
  page.evaluate(
    (wanted) =>
      new Promise<void>((done) => {
        let seen = 0;
        const off = window.tether.on("frame", () => {
          if (++seen <= wanted) return;
          off();
          done();
        });
      }),
    count,
  );

// what the hands did is seen, acted upon, and received at the station
const settle = async (count: number) => {
  await pictures(count);
  await allReceived(page, station);
};

const put = async (hand: "left" | "right", p: Point, q = new Quaternion()) => {
  await page.evaluate(
    ([side, position, turn]) => {
      const controller = window.headset.controllers[side];
      controller.position.set(position[0], position[1], position[2]);
      controller.quaternion.set(turn[0], turn[1], turn[2], turn[3]);
    },
    [hand, [p.x, p.y, p.z], [q.x, q.y, q.z, q.w]] as const,
  );
  await settle(3);
};

const press = async (hand: "left" | "right", button: string, value: number) => {
  await page.evaluate(
    ([side, name, pull]) => window.headset.controllers[side].updateButtonValue(name, pull),
    [hand, button, value] as const,
  );
  await settle(3);
};

const holds = (from = 0) => station.received.slice(from).filter((one): one is Received & Hold => one.do === "hold");
const lastHold = async (from = 0) => {
  await expect.poll(() => holds(from).length, { timeout: kPatience }).toBeGreaterThan(0);
  await settle(4);
  return holds(from)[holds(from).length - 1]!;
};
const near = (wanted: Triple, digits = 4) => wanted.map((x) => expect.closeTo(x, digits));

// both halves of what the headset shows, read as soon as the next picture is drawn
async function bothEyes() {
  await page.evaluate(() => {
    window.eyes = undefined;
    const { renderer } = window.tether;
    const draw = renderer.render.bind(renderer);
    renderer.render = (scene, camera) => {
      draw(scene, camera);
      if (!renderer.xr.enabled || window.eyes) return;
      renderer.render = draw;
      const gl = renderer.getContext();
      const { drawingBufferWidth: w, drawingBufferHeight: height } = gl;
      const width = Math.floor(w / 2);
      const half = (x: number) => {
        const pixels = new Uint8Array(4 * width * height);
        gl.readPixels(x, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
        const grey: number[] = [];
        for (let k = 0; k < pixels.length; k += 4)
          grey.push((pixels[k]! + pixels[k + 1]! + pixels[k + 2]!) / 3);
        return grey;
      };
      window.eyes = { left: half(0), right: half(width), width, height };
    };
  });
  await page.waitForFunction(() => window.eyes !== undefined);
  return (await page.evaluate(() => window.eyes))!;
}

// by how many pixels a picture lies further left than the other, from its best fit
function shift(a: number[], b: number[], width: number, height: number, most: number): number {
  let best = 0;
  let least = Infinity;
  for (let d = -most; d <= most; ++d) {
    let sum = 0;
    for (let y = Math.floor(0.2 * height); y < 0.8 * height; y += 3)
      for (let x = most; x < width - most; x += 2)
        sum += Math.abs(a[y * width + x + d]! - b[y * width + x]!);
    if (sum < least) [least, best] = [sum, d];
  }
  return best;
}

const contrast = (picture: number[]) => {
  const mean = picture.reduce((sum, x) => sum + x, 0) / picture.length;
  return Math.sqrt(picture.reduce((sum, x) => sum + (x - mean) ** 2, 0) / picture.length);
};

describe("without a headset", { timeout: kPatience }, () => {
  afterEach(close);

  it("greys the button and shows the reason", async () => {
    await open(false);
    const button = page.locator("#enter-vr");
    await expect.poll(() => button.getAttribute("title")).toMatch(/^VR: (no headset found|this browser has no WebXR)$/);
    expect(await button.getAttribute("aria-disabled")).toBe("true");
    expect(await page.locator("#enter-ar").isVisible()).toBe(false);
    await button.click({ force: true });
    await pictures(2);
    expect(await inside()).toBe(false);
    expect(complaints).toEqual([]);
  });
});

// one after the other on one page, as a person would
describe("an emulated headset", { timeout: kPatience }, () => {
  let before: number[];
  const size = () =>
    page.evaluate(() => {
      const { width, height } = window.tether.renderer.domElement;
      return [width, height];
    });

  beforeAll(async () => {
    await open(true);
    before = await size();
  }, kPatience);
  afterAll(close);

  beforeEach(async () => {
    station.frozen = kPosture;
    station.shape = () => undefined;
    await stateShown(page, station);
    await allReceived(page, station);
    station.received.length = 0;
  }, kPatience);

  afterEach(() => {
    expect(complaints).toEqual([]);
  });

  it("enters VR, and both eyes see the scene from their own places", async () => {
    await enter();
    expect(await label()).toBe("Leave VR");
    const cameras = await page.evaluate(() =>
      window.tether.renderer.xr.getCamera().cameras.map((camera) => ({
        viewport: camera.viewport?.toArray(),
        at: camera.matrixWorld.elements.slice(12, 15),
      })),
    );
    expect(cameras).toHaveLength(2);
    const [left, right] = cameras;
    expect(left?.viewport?.[0]).toBe(0);
    expect(right?.viewport?.[0]).toBe(left?.viewport?.[2]);
    const apart = new Vector3(...(left!.at as Triple)).distanceTo(new Vector3(...(right!.at as Triple)));
    expect(apart).toBeCloseTo(0.063, 6);
    const eyes = await bothEyes();
    if (process.env.TETHER_SCREENSHOTS)
      await page.screenshot({ path: join(process.env.TETHER_SCREENSHOTS, "xr_eyes.png") });
    expect(contrast(eyes.left)).toBeGreaterThan(8);
    expect(contrast(eyes.right)).toBeGreaterThan(8);
    // the right eye sees what is near farther to the left than the left eye does
    expect(shift(eyes.left, eyes.right, eyes.width, eyes.height, 40)).toBeGreaterThan(2);
  });

  it("has the leader's tool before the person until it is registered", async () => {
    await enter();
    const tool = await page.evaluate(() => {
      const { world, renderer } = window.tether;
      const rig = world.getObjectByName("headset")!;
      return new Promise<number[]>((done) => {
        const draw = renderer.render.bind(renderer);
        renderer.render = (scene, camera) => {
          draw(scene, camera);
          if (!renderer.xr.enabled) return;
          renderer.render = draw;
          const at = window.tether.scenes.leader.tool.matrixWorld.clone();
          done(at.premultiply(rig.matrixWorld.clone().invert()).elements.slice(12, 15));
        };
      });
    });
    expect(tool).toEqual(near([0, 1.25, -0.55]));
  });

  it("leads the handle by a controller in the leader's base frame", async () => {
    await enter();
    // at the tool, so that it is taken as if it lay in the hand
    await put("right", { x: 0.03, y: 1.25, z: -0.5 });
    await press("right", "trigger", 1);
    expect((await lastHold()).position).toEqual(near(kTool));
    const turn = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), 0.4);
    const from = station.received.length;
    // right is y, up is z and back is x of the base: +0.05, +0.1, +0.02 of the hand
    await put("right", { x: 0.08, y: 1.35, z: -0.48 });
    expect((await lastHold(from)).position).toEqual(near([kTool[0] + 0.02, kTool[1] + 0.05, kTool[2] + 0.1]));
    const before = (await lastHold(from)).orientation!;
    const again = station.received.length;
    await put("right", { x: 0.08, y: 1.35, z: -0.48 }, turn);
    const { orientation } = await lastHold(again);
    // a turn about the headset's y is one about the base's z
    const q = ([w, x, y, z]: number[]) => new Quaternion(x, y, z, w);
    const turned = q(orientation!).multiply(q(before).invert());
    expect(turned.angleTo(new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), 0.4))).toBeLessThan(1e-3);
    await press("right", "a-button", 1);
    expect((await lastHold(station.received.length)).clutch).toBe(true);
    await press("right", "a-button", 0);
    expect((await lastHold(station.received.length)).clutch).toBe(false);
    const end = station.received.length;
    await press("right", "trigger", 0);
    await station.receives("release", end);
    const released = station.received.length;
    await settle(5);
    expect(holds(released)).toEqual([]);
  });

  // how often is for vibration.ts alone, by a clock that is given
  it("hums when the leader is pushed back, as strongly as the force", async () => {
    await enter();
    await put("right", { x: 0, y: 1.25, z: -0.5 });
    await press("right", "trigger", 1);
    station.shape = (state) => (state.leader.asked.force = [0, 0, 0]);
    await stateShown(page, station);
    await page.evaluate(() => (window.pulses = []));
    await pictures(10);
    expect(await page.evaluate(() => window.pulses)).toEqual([]);
    station.shape = (state) => (state.leader.asked.force = [-3, 0, 0]);
    await page.waitForFunction(() => window.pulses.length >= 8);
    const pulses = await page.evaluate(() => window.pulses);
    await press("right", "trigger", 0);
    for (const { strength } of pulses) expect(strength).toBeCloseTo(3 / 12, 5);
  });

  it("registers the robot by touched points, and holds are in its frame from then on", async () => {
    // where the robot really is in the room: an odd place, not even upright
    const turn = new Quaternion(0.62, 0.4, 0.45, 0.5).normalize();
    const origin = new Vector3(0.3, 0.9, -0.7);
    const room = ([x, y, z]: Triple) => new Vector3(x, y, z).applyQuaternion(turn).add(origin);
    await enter();
    await press("right", "thumbstick", 1);
    await press("right", "thumbstick", 0);
    const postures: [number, number][] = [[0.5, 0.9], [-0.6, 0.4], [0.1, -1.2], [1.1, 0.2]];
    for (const posture of postures) {
      station.frozen = posture;
      const tool = toolOf(...posture).position;
      await page.waitForFunction(
        ([x, z]) => {
          const at = window.tether.state?.leader.tool.position;
          return at && Math.abs(at[0] - x!) + Math.abs(at[2] - z!) < 1e-5;
        },
        [tool[0], tool[2]],
      );
      await put("right", room(tool));
      await press("right", "trigger", 1);
      await press("right", "trigger", 0);
    }
    const items = page.locator(".headset-points li");
    await expect.poll(() => items.count()).toBe(4);
    await press("right", "thumbstick", 1);
    await press("right", "thumbstick", 0);
    const kept = await page.evaluate(() => localStorage.getItem("tether.headset.leader.two_joint_arm"));
    const stored = JSON.parse(kept ?? "null") as { rms: number; place: { position: Triple } };
    expect(stored.rms).toBeLessThan(1e-5);
    expect(holds()).toEqual([]); // touching is not grabbing

    // the tool is taken where the robot is, and led along the base's x
    station.frozen = kPosture;
    await stateShown(page, station);
    await put("right", room(kTool));
    await press("right", "trigger", 1);
    expect((await lastHold()).position).toEqual(near(kTool));
    const from = station.received.length;
    await put("right", room([kTool[0] - 0.1, kTool[1], kTool[2]]));
    expect((await lastHold(from)).position).toEqual(near([kTool[0] - 0.1, kTool[1], kTool[2]]));
    if (process.env.TETHER_SCREENSHOTS)
      await page.screenshot({ path: join(process.env.TETHER_SCREENSHOTS, "xr_registered.png") });
    await press("right", "trigger", 0);
  });

  it("stops with B, and lets go when tracking is lost or the headset is taken off", async () => {
    await enter();
    await press("right", "squeeze", 1);
    await lastHold();
    await press("left", "y-button", 1);
    await station.receives("stop");
    expect(station.received.filter(({ do: what }) => what === "stop")).toHaveLength(1);
    expect(station.received.some(({ do: what }) => what === "release")).toBe(true);
    await press("left", "y-button", 0);
    await press("right", "squeeze", 0);
    await press("right", "squeeze", 1);
    const from = station.received.length;
    await lastHold(from);
    await page.evaluate(() => window.tether.renderer.xr.getSession()?.end());
    await station.receives("release", from);
    await press("right", "squeeze", 0);
  });

  it("shows bare hands as joints, and a pinch takes the handle", async () => {
    await page.evaluate(() => (window.headset.primaryInputMode = "hand"));
    await enter();
    const joints = () =>
      page.evaluate(() => {
        let count = 0;
        window.tether.world.getObjectByName("hand-right")?.traverse((part) => {
          if ("isInstancedMesh" in part) count = (part as unknown as { count: number }).count;
        });
        return count;
      });
    await expect.poll(joints).toBe(25);
    await pictures(5);
    if (process.env.TETHER_SCREENSHOTS)
      await page.screenshot({ path: join(process.env.TETHER_SCREENSHOTS, "xr_hands.png") });
    await allReceived(page, station);
    expect(holds()).toEqual([]);
    await page.evaluate(() => window.headset.hands.right.updatePinchValue(1));
    await lastHold();
    const from = station.received.length;
    await page.evaluate(() => window.headset.hands.right.updatePinchValue(0));
    await station.receives("release", from);
    await page.evaluate(() => (window.headset.primaryInputMode = "controller"));
  });

  it("leaves VR, and the page goes on as before", async () => {
    await enter();
    expect(await page.evaluate(() => window.tether.world.getObjectByName("hand-right")?.visible)).toBe(true);
    await page.evaluate(() => document.getElementById("enter-vr")?.click());
    await page.waitForFunction(() => !window.tether.renderer.xr.isPresenting);
    await pictures(5);
    await expect.poll(size).toEqual(before);
    await expect.poll(label).toBe("Enter VR");
    const left = await page.evaluate(() => {
      const { world, scenes } = window.tether;
      return [world.getObjectByName("headset") !== undefined, ...scenes.follower.root.position.toArray()];
    });
    expect(left).toEqual([false, 0, 0, 0]);
    if (process.env.TETHER_SCREENSHOTS)
      await page.screenshot({ path: join(process.env.TETHER_SCREENSHOTS, "xr_after.png") });
    // and may be entered again
    await enter();
    expect(await inside()).toBe(true);
  });
});
