/** The vertical range of the chart, which includes nothing, all figures and the threshold. */
export interface Scale {
  readonly least: number
  readonly greatest: number
  /** By which the threshold moves. */
  readonly step: number
}

const STEPS = 200
/** Space above the greatest figure, so that the threshold can be moved over it. */
const HEADROOM = 1.1

export function scaleOf(figures: readonly (number | null)[], threshold = 0): Scale {
  let [least, highest] = [Math.min(0, threshold), Math.max(0, threshold)]
  let isWhole = true
  for (const figure of figures) {
    if (figure === null) continue
    least = Math.min(least, figure)
    highest = Math.max(highest, figure)
    isWhole &&= Number.isInteger(figure)
  }
  const greatest = highest <= 0 ? least + Math.max(1, -least) : highest * HEADROOM
  const wanted = (greatest - least) / STEPS
  return {
    least,
    greatest,
    step: isWhole && greatest - least >= 1 ? Math.max(1, Math.round(wanted)) : roundStep(wanted),
  }
}

/** 1, 2 or 5 times a power of ten, so that thresholds stay legible. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step))
  const factor = [1, 2, 5].find((one) => one * power >= step) ?? 10
  return factor * power
}
