/** Merges the diagnoses of all nodes into one. Counts from the message store are the same on each node, so one is taken. */
import type { DiagnosedInput, IngestDiagnosis } from '@logyard/contract/ingest/ingest-diagnosis'
import type { InputDiagnosis } from '@logyard/contract/ingest/input-diagnosis'

const SAMPLES = 5

export function mergeInputDiagnoses(own: InputDiagnosis, others: readonly (InputDiagnosis | null)[]): InputDiagnosis {
  const all = [own, ...others.filter((other) => other !== null)]
  const failures = all.flatMap((one) => one.failures ?? [])
  return {
    ...own,
    nodes: all.flatMap(({ nodes }) => nodes),
    failures:
      own.failures === null
        ? null
        : {
            total: sumOf(failures.map(({ total }) => total)),
            newest: failures
              .flatMap(({ newest }) => newest)
              .toSorted((a, b) => b.failed_at.localeCompare(a.failed_at))
              .slice(0, SAMPLES),
          },
  }
}

export function mergeIngestDiagnoses(
  own: IngestDiagnosis,
  others: readonly (IngestDiagnosis | null)[],
): IngestDiagnosis {
  const all = [own, ...others.filter((other) => other !== null)]
  const byInput = Map.groupBy(
    all.flatMap(({ inputs }) => inputs),
    ({ id }) => id,
  )
  const byRule = Map.groupBy(
    all.flatMap(({ drops }) => drops),
    ({ rule_id }) => rule_id,
  )
  const processing = all.flatMap((one) => one.processing ?? [])
  return {
    ...own,
    inputs: [...byInput.values()].map(mergeInput),
    drops: [...byRule.values()]
      .flatMap((drops) =>
        drops.slice(0, 1).map((drop) => ({ ...drop, last_hour: sumOf(drops.map((one) => one.last_hour)) })),
      )
      .toSorted((a, b) => b.last_hour - a.last_hour),
    failures: own.failures === null ? null : sumOf(all.map(({ failures }) => failures ?? 0)),
    processing:
      own.processing === null
        ? null
        : {
            is_paused: processing.some(({ is_paused }) => is_paused),
            waiting: sumOf(processing.map(({ waiting }) => waiting)),
          },
  }
}

/** States in the order in which one of them stands for the input: a failure on any node is shown. */
const STATES: readonly DiagnosedInput['state'][] = ['FAILED', 'RUNNING', 'STARTING']

function mergeInput(parts: readonly DiagnosedInput[]): DiagnosedInput {
  const shown = STATES.flatMap((state) => parts.find((part) => part.state === state) ?? [])[0] ?? parts[0]
  if (shown === undefined) throw new TypeError('an input of no node')
  const failures = parts.flatMap((part) => part.failures ?? [])
  return {
    ...shown,
    last_minute: sumOf(parts.map(({ last_minute }) => last_minute)),
    last_hour: sumOf(parts.map(({ last_hour }) => last_hour)),
    last_received_at:
      parts
        .map(({ last_received_at }) => last_received_at ?? '')
        .toSorted()
        .at(-1) || null,
    refused: sumOf(parts.map(({ refused }) => refused)),
    lost: sumOf(parts.map(({ lost }) => lost)),
    sign: parts.find(({ sign }) => sign !== null)?.sign ?? null,
    failures:
      shown.failures === null
        ? null
        : {
            count: sumOf(failures.map(({ count }) => count)),
            reason: failures.toSorted((a, b) => b.count - a.count)[0]?.reason ?? null,
          },
  }
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)
