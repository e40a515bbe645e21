// One renderer for both scenes. Each is drawn into its own rectangle of one canvas; a headset, which
// draws with the same renderer, sees both at once. Both roots stand in `world`: at its origin for
// the page, wherever a headset puts them while it draws (and puts back afterwards).
import * as THREE from "three";
import type { SideName } from "../protocol";
import { readColours } from "./colours";
import { DetailGovernor, kDetails } from "./detail";
import { SideView } from "./side_view";

const kSoftwareLevel = 2; // "low"
const kRemembered = "tether.detail";
const kSides: SideName[] = ["leader", "follower"];

export class Stage {
  readonly renderer: THREE.WebGLRenderer;
  readonly scene = new THREE.Scene();
  readonly world = new THREE.Group();
  readonly views: Record<SideName, SideView>;
  readonly governor: DetailGovernor;
  presented: ((t: number) => boolean) | null = null; // App.present
  private readonly sun = new THREE.DirectionalLight(0xffffff, 2.1);
  private readonly fog = new THREE.Fog(0xffffff); // the ground has no visible end
  private readonly rectangles: Record<SideName, DOMRect>; // in the stage

  // frame: before every picture; lowered: the detail has become less
  constructor(
    private readonly element: HTMLElement,
    cells: Record<SideName, HTMLElement>,
    private readonly observer: { frame(t: number): void; lowered(): void },
  ) {
    const canvas = document.createElement("canvas");
    canvas.className = "picture";
    element.prepend(canvas);
    this.governor = firstDetail();
    this.renderer = new THREE.WebGLRenderer({
      canvas,
      alpha: true, // the page shows between the scenes
      antialias: this.governor.detail.smooth,
      powerPreference: "high-performance",
    });
    this.renderer.setScissorTest(true);
    this.renderer.shadowMap.type = THREE.PCFSoftShadowMap;
    this.views = {
      leader: new SideView("leader", cells.leader),
      follower: new SideView("follower", cells.follower),
    };
    this.rectangles = { leader: new DOMRect(), follower: new DOMRect() };
    this.scene.add(this.world, new THREE.HemisphereLight(0xffffff, 0xb4bcc8, 1.7), this.sun, this.sun.target);
    this.world.add(this.views.leader.root, this.views.follower.root);
    this.world.name = "world";
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(1024, 1024);
    this.sun.shadow.radius = 5;
    this.sun.shadow.bias = -5e-4;
    this.sun.shadow.normalBias = 0.01;
    this.applyDetail();
    document.addEventListener("visibilitychange", () => this.governor.restart());
    const watch = new ResizeObserver(() => this.measure());
    for (const watched of [element, cells.leader, cells.follower]) watch.observe(watched);
    this.renderer.xr.addEventListener("sessionend", () => this.measure());
  }

  start(): void {
    this.measure();
    this.renderer.setAnimationLoop((ms) => this.picture(ms / 1000));
  }

  paint(): void {
    const colours = readColours();
    this.renderer.setClearColor(colours.background);
    this.fog.color.copy(colours.background);
    for (const side of kSides) this.views[side].paint(colours);
  }

  setDetail(level: number): void {
    this.governor.set(level);
    this.applyDetail();
  }

  private applyDetail(): void {
    const { detail } = this.governor;
    remember(this.governor.level);
    this.renderer.shadowMap.enabled = detail.shadows;
    this.sun.castShadow = detail.shadows;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, detail.pixelRatio));
    for (const side of kSides) this.views[side].build(detail);
    this.measure();
  }

  private picture(t: number): void {
    this.observer.frame(t);
    if (this.presented && !this.presented(t)) return;
    for (const side of kSides) this.draw(side);
    // how fast a headset wants its pictures says nothing about the page
    if (this.presented || !this.governor.picture(t)) return;
    this.applyDetail();
    this.observer.lowered();
  }

  private draw(side: SideName): void {
    const view = this.views[side];
    const { left, top, width, height } = this.rectangles[side];
    if (width < 1 || height < 1) return;
    for (const other of kSides) this.views[other].root.visible = other === side;
    const bottom = this.element.clientHeight - top - height;
    this.renderer.setViewport(left, bottom, width, height);
    this.renderer.setScissor(left, bottom, width, height);
    this.light(view.reach);
    this.scene.fog = this.fog;
    this.fog.near = view.camera.position.distanceTo(view.controls.target) + 0.5 * view.reach;
    this.fog.far = this.fog.near + 5 * view.reach;
    view.look(width, height);
    this.renderer.render(this.scene, view.camera);
  }

  // from above; the shadow's box holds the robot
  private light(reach: number): void {
    const { sun } = this;
    sun.position.set(0.6 * reach, -1.2 * reach, 4 * reach);
    const box = sun.shadow.camera;
    const half = 2.2 * reach;
    if (box.right === half) return;
    box.left = box.bottom = -half;
    box.right = box.top = half;
    box.near = 0.1 * reach;
    box.far = 9 * reach;
    box.updateProjectionMatrix();
  }

  private measure(): void {
    const outer = this.element.getBoundingClientRect();
    if (this.renderer.xr.isPresenting) return;
    this.renderer.setSize(outer.width, outer.height, false);
    for (const side of kSides) {
      const { left, top, width, height } = this.views[side].element.getBoundingClientRect();
      this.rectangles[side] = new DOMRect(left - outer.left, top - outer.top, width, height);
    }
  }
}

// "#detail=high" in the page's address keeps that one
function firstDetail(): DetailGovernor {
  const wanted = new URLSearchParams(location.hash.slice(1)).get("detail");
  const level = kDetails.findIndex(({ name }) => name === wanted);
  if (level >= 0) return new DetailGovernor(level, true);
  // without a graphics card there is no use in trying the first steps
  return new DetailGovernor(Math.max(isSoftware() ? kSoftwareLevel : 0, rememberedLevel()));
}

// asked before there is a renderer, since the smoothing of edges cannot be changed later
function isSoftware(): boolean {
  const gl = document.createElement("canvas").getContext("webgl2");
  const known = gl?.getExtension("WEBGL_debug_renderer_info");
  const name = gl && known ? String(gl.getParameter(known.UNMASKED_RENDERER_WEBGL)) : "";
  gl?.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}

// the smoothing of edges is chosen when the page is loaded, so the level is kept for the next time
function rememberedLevel(): number {
  try {
    const level = Number(sessionStorage.getItem(kRemembered));
    return Number.isInteger(level) && level >= 0 && level < 4 ? level : 0;
  } catch {
    return 0;
  }
}

function remember(level: number): void {
  try {
    sessionStorage.setItem(kRemembered, String(level));
  } catch {
    // a browser may forbid it; then the page starts with all detail again
  }
}
