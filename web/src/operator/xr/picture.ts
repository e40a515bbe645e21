// One renderer, two pictures: both eyes into the headset's framebuffer, and the page's own views
// into the canvas, which go on while a headset is worn, but more seldom. three draws everything
// into the headset once a session runs, and makes the canvas as large as its framebuffer; so its
// switch `xr.enabled` is on only while the eyes are drawn, and the canvas gets its size back.
//
// Two cases in which the page is not drawn: where the headset shows the canvas itself (its layer
// has no framebuffer of its own, as in emulators), and where nobody could see the page, because the
// browser runs in the headset and gives the window no pictures meanwhile.
import { type Object3D, PerspectiveCamera, Scene, Vector2, type WebGLRenderer } from "three";

const kNear = 0.03; // a hand before the eyes is still seen [m]
const kFar = 60; // [m]
const kPageInterval = 0.05; // between pictures of the page [s]

export class Picture {
  readonly camera = new PerspectiveCamera(70, 1, kNear, kFar);
  private sharesCanvas = false;
  private windowWaits = false; // the window has asked for a picture
  private ticker = 0;
  private pageDrawn = -Infinity;

  constructor(private readonly renderer: WebGLRenderer) {}

  async begin(session: XRSession): Promise<void> {
    const { renderer } = this;
    const size = renderer.getSize(new Vector2());
    const ratio = renderer.getPixelRatio();
    renderer.xr.setReferenceSpaceType("local-floor");
    await renderer.xr.setSession(session);
    const layer = renderer.xr.getBaseLayer();
    this.sharesCanvas = layer !== null && "framebuffer" in layer && layer.framebuffer === null;
    // setSize would refuse while a headset shows something
    if (!this.sharesCanvas) renderer.setDrawingBufferSize(size.x, size.y, ratio);
    this.watchWindow();
  }

  end(): void {
    cancelAnimationFrame(this.ticker);
    this.renderer.xr.enabled = false;
  }

  // everything that has `world` in it, for both eyes
  draw(world: Object3D): void {
    const { renderer } = this;
    let root = world;
    while (root.parent) root = root.parent;
    const { autoClear } = renderer;
    const scene = root instanceof Scene ? root : undefined;
    const fog = scene?.fog ?? null;
    if (scene) scene.fog = null; // the page's, which begins behind the robot
    const hidden = world.children.filter((child) => !child.visible);
    for (const child of hidden) child.visible = true;
    renderer.autoClear = true;
    renderer.xr.enabled = true;
    renderer.render(root, this.camera);
    renderer.xr.enabled = false;
    renderer.autoClear = autoClear;
    if (scene) scene.fog = fog;
    for (const child of hidden) child.visible = false;
    renderer.setRenderTarget(null);
  }

  // is the page's turn, after the eyes'? now: [s]
  pageToo(now: number): boolean {
    if (this.sharesCanvas || !this.windowWaits || now - this.pageDrawn < kPageInterval) return false;
    this.windowWaits = false;
    this.pageDrawn = now;
    return true;
  }

  private watchWindow(): void {
    this.ticker = requestAnimationFrame(() => {
      this.windowWaits = true;
      this.watchWindow();
    });
  }
}
