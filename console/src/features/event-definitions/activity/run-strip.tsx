import type { DefinitionRun } from '@logyard/contract/events/definition-runs'
import type { ProcessorConfig } from '@logyard/contract/events/processor-configs'
import { useIntl } from 'react-intl'
import { useText } from '../../../base/text/text.tsx'
import { isoTime } from '../../../ui/time/iso-time.ts'
import { useFigureWords } from '../../../widgets/figures/use-figure-words.ts'
import classes from './run-strip.module.css'

interface RunStripProps {
  /** Newest first. */
  readonly runs: readonly DefinitionRun[]
  readonly config: ProcessorConfig
  /** Shown ones, the newest. */
  readonly count: number
}

const STEP = 5
const HEIGHT = 18
const HEIGHTS = { quiet: 6, fired: HEIGHT, failed: HEIGHT } as const

/** Runs as bars, newest at the right: low ones found nothing. Hovering one tells its time and figure. */
export function RunStrip({ runs, config, count }: RunStripProps) {
  const t = useText()
  const describe = useRunText(config)
  const shown = runs.slice(0, count).toReversed()
  if (shown.length === 0) return null
  const of = (result: DefinitionRun['result']) => shown.filter((run) => run.result === result).length
  const width = count * STEP
  const offset = (count - shown.length) * STEP
  return (
    <svg
      className={classes['strip']}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      width={width}
      height={HEIGHT}
      role="img"
      aria-label={t('definitions.runs.label', { count: shown.length, fired: of('fired'), failed: of('failed') })}
    >
      {shown.map((run, place) => (
        <g key={`${run.to} ${run.at}`}>
          <title>{describe(run)}</title>
          <rect className={classes['place']} x={offset + place * STEP} width={STEP} height={HEIGHT} />
          <rect
            className={classes['run']}
            data-result={run.result}
            x={offset + place * STEP}
            y={HEIGHT - HEIGHTS[run.result]}
            width={STEP - 1}
            height={HEIGHTS[run.result]}
            rx={1}
          />
        </g>
      ))}
    </svg>
  )
}

function useRunText(config: ProcessorConfig) {
  const t = useText()
  const { timeZone } = useIntl()
  const { comparedText } = useFigureWords()
  return ({ at, result, events, figure, reason }: DefinitionRun): string => {
    const said =
      result === 'quiet'
        ? t('definitions.runs.quiet')
        : result === 'fired'
          ? t('definitions.runs.fired', { count: events })
          : t('definitions.runs.problem', { reason: reason ?? '' })
    const figureText = figure === null ? undefined : comparedText(config, figure)
    return [isoTime(Date.parse(at), timeZone), said, figureText].filter((part) => part !== undefined).join(' · ')
  }
}
