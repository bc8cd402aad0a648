import { startInputInCluster } from '@logyard/contract/ingest/inputs'
import { resumeStream, updateStream } from '@logyard/contract/streams/streams'
import { Button } from '@mantine/core'
import { routes } from '../../base/routes/routes.ts'
import { useMay } from '../../base/session/current-user.tsx'
import type { MessageId } from '../../base/text/catalogues.ts'
import { useText } from '../../base/text/text.tsx'
import { INGEST_DIAGNOSIS_KEY, type Missing } from '../../ingest/diagnosis-query.ts'
import { INPUT_STATES_KEY } from '../../ingest/input-states.ts'
import { useAction } from '../../ui/action/use-action.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import type { IngestFinding } from './findings.ts'

interface FindingActionProps {
  readonly finding: IngestFinding
  readonly missing: Missing
}

const DAY_S = 86_400
const DAY_MS = DAY_S * 1000
const YEAR_MS = 366 * DAY_MS

/** The button that fixes what was found, as far as the user may do that. */
export function FindingAction({ finding, missing }: FindingActionProps) {
  const may = useMay()
  switch (finding.kind) {
    case 'stopped':
      return may(startInputInCluster, { id: finding.input.id }) ? <StartInput {...finding.input} /> : null
    case 'streamPaused':
      return may(resumeStream, { id: finding.stream.id }) ? <StartStream {...finding.stream} /> : null
    case 'noRules':
    case 'noMatch':
      return may(updateStream, { id: finding.stream.id }) ? (
        <Go label="diagnosis.showRules" to={routes.streamEdit(finding.stream.id)} />
      ) : null
    case 'failed':
    case 'sign':
    case 'silent':
      return <Go label="diagnosis.showInput" to={routes.inputs.diagnosis(finding.input.id)} />
    case 'failures': {
      const { id, failures } = finding.input
      const reason = failures?.reason ?? undefined
      return <Go label="diagnosis.showFailures" to={routes.indices.failures({ input: id, reason })} />
    }
    case 'drop':
      return <Go label="diagnosis.showRule" to={routes.pipelines.rule(finding.drop.rule_id)} />
    case 'noInputs':
      return <Go label="diagnosis.launch" to={routes.inputs.list()} />
    case 'storeDown':
    case 'paused':
    case 'waiting':
    case 'lost':
      return <Go label="diagnosis.showNodes" to={routes.nodes()} />
    case 'ahead':
      return <Go label="diagnosis.showMessages" to={aheadSearch(finding.input.id)} />
    case 'outside':
      return <SearchFrom newestAt={finding.newestAt} missing={missing} />
    case 'excluded':
      return <Go label="diagnosis.searchRange" to={searchOf(missing, rangeOf(missing))} />
    default:
      return null
  }
}

function Go({ label, to }: { readonly label: MessageId; readonly to: string }) {
  const t = useText()
  return (
    <LinkButton size="compact-sm" variant="default" to={to}>
      {t(label)}
    </LinkButton>
  )
}

/** The last day if the newest message is in it, otherwise all time. */
function SearchFrom({ newestAt, missing }: { readonly newestAt: string; readonly missing: Missing }) {
  const isRecent = Date.now() - Date.parse(newestAt) < DAY_MS
  return (
    <Go
      label={isRecent ? 'diagnosis.searchDay' : 'diagnosis.searchAll'}
      to={searchOf(missing, { rangetype: 'relative', relative: String(isRecent ? DAY_S : 0) })}
    />
  )
}

type SearchValues = NonNullable<Parameters<typeof routes.search>[0]>

const searchOf = ({ stream }: Missing, values: SearchValues): string =>
  stream === undefined ? routes.search(values) : routes.streamSearch(stream, values)

const rangeOf = ({ from, to }: Missing): SearchValues => ({
  rangetype: 'absolute',
  from: from ?? new Date(0).toISOString(),
  to: to ?? new Date().toISOString(),
})

const aheadSearch = (inputId: string): string =>
  routes.search({
    q: `gl2_source_input:${inputId}`,
    rangetype: 'absolute',
    from: new Date().toISOString(),
    to: new Date(Date.now() + YEAR_MS).toISOString(),
  })

interface Named {
  readonly id: string
  readonly title: string
}

function StartInput({ id, title }: Named) {
  const t = useText()
  const start = useAction({
    run: (call, input: Named) => call(startInputInCluster, { params: { id: input.id } }),
    texts: 'diagnosis.start.input',
    changes: [INGEST_DIAGNOSIS_KEY, INPUT_STATES_KEY],
  })
  return (
    <Button size="compact-sm" variant="default" loading={start.isPending} onClick={() => start.mutate({ id, title })}>
      {t('diagnosis.start')}
    </Button>
  )
}

function StartStream({ id, title }: Named) {
  const t = useText()
  const start = useAction({
    run: (call, stream: Named) => call(resumeStream, { params: { id: stream.id } }),
    texts: 'diagnosis.start.stream',
    changes: [INGEST_DIAGNOSIS_KEY],
  })
  return (
    <Button size="compact-sm" variant="default" loading={start.isPending} onClick={() => start.mutate({ id, title })}>
      {t('diagnosis.start')}
    </Button>
  )
}
