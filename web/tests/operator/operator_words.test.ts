import { describe, expect, it } from "vitest";
import { lateTicks } from "../../src/operator/words";

describe("late ticks", () => {
  it("are shown of the side that was late more often, among all that were due", () => {
    const { text, title } = lateTicks({ late: { leader: 2, follower: 17 }, time: 61.5 }, 1000);
    expect(text).toBe("17 of 61,500");
    expect(title).toContain("leader 2, follower 17, of 61,500 each");
  });

  it("are never more than all, though the clock starts after the first of them", () => {
    expect(lateTicks({ late: { leader: 40, follower: 0 }, time: 0 }, 1000).text).toBe("40 of 40");
    expect(lateTicks({ late: { leader: 0, follower: 0 }, time: 0 }, 1000).text).toBe("0 of 0");
  });
});
