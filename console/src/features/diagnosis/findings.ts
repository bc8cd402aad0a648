/** The findings of the diagnosis of all inputs, the worst first. */
import type { DiagnosedInput, DiagnosedStream, IngestDiagnosis } from '@logyard/contract/ingest/ingest-diagnosis'
import { DEFAULT_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import type { Missing } from '../../ingest/diagnosis-query.ts'
import type { FindingTone } from '../../ui/finding/finding.tsx'

type Drop = IngestDiagnosis['drops'][number]

export type IngestFinding =
  | { readonly kind: 'storeDown' | 'noInputs' | 'noneReadable' | 'nothingStored' | 'excluded' }
  | { readonly kind: 'healthy'; readonly running: number }
  | { readonly kind: 'paused' | 'waiting'; readonly count: number }
  | {
      readonly kind: 'failed' | 'stopped' | 'lost' | 'failures' | 'ahead' | 'sign' | 'silent'
      readonly input: DiagnosedInput
    }
  | { readonly kind: 'streamPaused' | 'noRules' | 'noMatch' | 'matches'; readonly stream: DiagnosedStream }
  | { readonly kind: 'drop'; readonly drop: Drop }
  | { readonly kind: 'outside'; readonly newestAt: string }

/** More messages in the journal than processing takes in a few seconds. */
const MANY_WAITING = 10_000

export function findingsOf(diagnosis: IngestDiagnosis, missing: Missing): readonly IngestFinding[] {
  const found = [
    ...ofNode(diagnosis),
    ...ofRange(diagnosis, missing),
    ...(diagnosis.stream === null ? [] : ofStream(diagnosis.stream)),
    ...diagnosis.inputs.flatMap(ofInput),
    ...diagnosis.drops.map((drop) => ({ kind: 'drop', drop }) as const),
  ]
  // The order of the list is kept among findings of the same tone.
  const sorted = found.toSorted((a, b) => TONES.indexOf(toneOf(a)) - TONES.indexOf(toneOf(b)))
  if (sorted.some((finding) => toneOf(finding) !== 'info')) return sorted
  const running = diagnosis.inputs.filter(({ state }) => state === 'RUNNING').length
  return [...sorted, ...(running > 0 && sorted.length === 0 ? [{ kind: 'healthy', running } as const] : [])]
}

function ofNode({ is_store_up, processing, inputs, sees_all_inputs }: IngestDiagnosis): readonly IngestFinding[] {
  const found: IngestFinding[] = []
  if (!is_store_up) found.push({ kind: 'storeDown' })
  if (processing?.is_paused === true) found.push({ kind: 'paused', count: processing.waiting })
  else if ((processing?.waiting ?? 0) > MANY_WAITING) found.push({ kind: 'waiting', count: processing?.waiting ?? 0 })
  if (inputs.length === 0) found.push({ kind: sees_all_inputs ? 'noInputs' : 'noneReadable' })
  return found
}

function ofInput(input: DiagnosedInput): readonly IngestFinding[] {
  const { state, lost, failures, sign, stored } = input
  const found: IngestFinding[] = []
  if (state === 'FAILED') found.push({ kind: 'failed', input })
  else if (state === null) found.push({ kind: 'stopped', input })
  if (lost > 0) found.push({ kind: 'lost', input })
  if ((failures?.count ?? 0) > 0) found.push({ kind: 'failures', input })
  if (sign !== null) found.push({ kind: 'sign', input })
  if ((stored?.ahead ?? 0) > 0) found.push({ kind: 'ahead', input })
  if (state === 'RUNNING' && input.last_hour === 0 && sign === null) found.push({ kind: 'silent', input })
  return found
}

function ofStream(stream: DiagnosedStream): readonly IngestFinding[] {
  const { id, is_paused, rules, matching } = stream
  if (is_paused) return [{ kind: 'streamPaused', stream }]
  if (id === DEFAULT_STREAM_ID) return []
  if (rules === 0) return [{ kind: 'noRules', stream }]
  if (matching === null || matching.looked_at === 0) return []
  return [{ kind: matching.matches === 0 ? 'noMatch' : 'matches', stream }]
}

/** Whether the range has messages, and where the newest one is. */
function ofRange(diagnosis: IngestDiagnosis, { from, to }: Missing): readonly IngestFinding[] {
  const { newest_at: newestAt, in_range, is_store_up } = diagnosis
  if (!is_store_up) return []
  if (newestAt === null) return [{ kind: 'nothingStored' }]
  if (from === undefined && to === undefined) return []
  if (in_range === true) return [{ kind: 'excluded' }]
  return in_range === false ? [{ kind: 'outside', newestAt }] : []
}

const TONES: readonly FindingTone[] = ['bad', 'warn', 'info', 'ok']

export function toneOf({ kind }: IngestFinding): FindingTone {
  switch (kind) {
    case 'storeDown':
    case 'paused':
    case 'noInputs':
    case 'failed':
    case 'lost':
      return 'bad'
    case 'silent':
    case 'noneReadable':
    case 'matches':
    case 'excluded':
      return 'info'
    case 'healthy':
      return 'ok'
    default:
      return 'warn'
  }
}

export function keyOf(finding: IngestFinding): string {
  if ('input' in finding) return `${finding.kind} ${finding.input.id}`
  return 'drop' in finding ? `drop ${finding.drop.rule_id}` : finding.kind
}
