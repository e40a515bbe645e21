import { describe, expect, it } from "vitest";
import { whyNoEnding } from "../../src/operator/ending";
import { isVerdict } from "../../src/verdict";

const kFail = {
  say: "ended",
  verdict: "fail",
  reasons: ["expectation: tracking_error_mean is 0.04, expected at most 0.03"],
  report: "out/omega_lwr_wall/report.html",
};

describe("how a session ended", () => {
  it("is one of five verdicts, with reasons unless it passed", () => {
    for (const verdict of ["fail", "never_met", "fault", "stopped"])
      expect(whyNoEnding({ ...kFail, verdict })).toBeUndefined();
    expect(whyNoEnding({ ...kFail, verdict: "pass", reasons: [] })).toBeUndefined();
  });

  it("is not believed when it is malformed, and said why", () => {
    const wrong = (change: object) => whyNoEnding({ ...kFail, ...change });
    expect(wrong({ verdict: "passed" })).toBe("“passed” is no verdict");
    expect(wrong({ verdict: undefined })).toBe("“undefined” is no verdict");
    expect(wrong({ verdict: "toString" })).toBe("“toString” is no verdict");
    expect(wrong({ reasons: "late" })).toBe("its reasons are no texts");
    expect(wrong({ reasons: ["late", 3] })).toBe("its reasons are no texts");
    expect(wrong({ reasons: undefined })).toBe("its reasons are no texts");
    expect(wrong({ reasons: [] })).toBe("“fail” has no reason");
    expect(wrong({ verdict: "pass" })).toBe("a pass has no reasons");
    expect(wrong({ report: 7 })).toBe("it does not say where the report is");
    expect(isVerdict(["fail"])).toBe(false);
  });
});
