import {
  createInput,
  type InputSummary,
  type InputTypeInfo,
  startInputInCluster,
  updateInput,
} from '@logyard/contract/ingest/inputs'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { extractorsLink } from '../../../ingest/extractors-link.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import type { InputSubject } from '../form/input-dialog.tsx'
import { useInputCommand } from '../input-actions.ts'
import { inputTypesQuery } from '../input-queries.ts'
import { useFailureText } from '../use-failure-text.ts'
import { type Finding, fittingType } from './findings.ts'

export interface FindingProps {
  readonly input: InputSummary
  /** All inputs, of which one may use the port of another. */
  readonly inputs: readonly InputSummary[]
  readonly onEdit: (subject: InputSubject) => void
}

type FindingActionProps = FindingProps & { readonly finding: Finding }

/** Signs that a setting of the input can end. */
const SETTINGS: ReadonlySet<string> = new Set(['tls', 'plain-on-tls', 'tls-refused', 'token-refused', 'too-long'])

/** The button that fixes what was found, as far as the user may do that. */
export function FindingAction({ finding, ...props }: FindingActionProps) {
  const { input } = props
  const t = useText()
  const may = useMay()
  const start = useInputCommand('start')
  switch (finding.kind) {
    case 'stopped':
      return may(startInputInCluster, { id: input.id }) ? (
        <Button size="compact-sm" variant="default" onClick={() => start.mutate(input)}>
          {t('inputs.start')}
        </Button>
      ) : null
    case 'failed':
    case 'loopback':
      return <EditButton finding={finding} {...props} />
    case 'extraction':
      return may(updateInput, { id: input.id }) ? (
        <LinkButton size="compact-sm" variant="default" to={extractorsLink(input)}>
          {t('inputs.manageExtractors')}
        </LinkButton>
      ) : null
    case 'sign':
      return SETTINGS.has(finding.sign.kind) ? (
        <EditButton finding={finding} {...props} />
      ) : (
        <LaunchButton finding={finding} {...props} />
      )
    default:
      return null
  }
}

function useTypes(): Readonly<Record<string, InputTypeInfo>> {
  return useQuery(inputTypesQuery(useCall())).data ?? {}
}

function EditButton({ finding, input, inputs, onEdit }: FindingActionProps) {
  const t = useText()
  const may = useMay()
  const failureText = useFailureText()
  const type = useTypes()[input.type]
  if (type === undefined || !may(updateInput, { id: input.id })) return null
  const remedy = finding.kind === 'failed' ? failureText(input, finding.reason, inputs).remedy : undefined
  const focus = finding.kind === 'loopback' ? 'address' : remedy
  return (
    <Button
      size="compact-sm"
      variant="default"
      onClick={() => onEdit({ type, input, ...(focus === undefined ? {} : { focus }) })}
    >
      {t(focus === undefined ? 'inputs.edit' : `inputs.failed.change.${focus}`)}
    </Button>
  )
}

function LaunchButton({ finding, input, onEdit }: FindingActionProps) {
  const t = useText()
  const may = useMay()
  const types = useTypes()
  const fitting = finding.kind === 'sign' ? fittingType(input, finding.sign.kind) : undefined
  const type = fitting === undefined ? undefined : types[fitting]
  if (type === undefined || !may(createInput)) return null
  return (
    <Button size="compact-sm" variant="default" onClick={() => onEdit({ type })}>
      {t('inputs.diagnosis.launch', { name: type.name })}
    </Button>
  )
}
