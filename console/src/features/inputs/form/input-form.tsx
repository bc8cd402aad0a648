import type { InputCreateRequest, InputSummary, InputTypeInfo } from '@logyard/contract/ingest/inputs'
import { Checkbox, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { nodeNameAmong, nodesQuery } from '../../../cluster/cluster-queries.ts'
import { inputStatesQuery } from '../../../ingest/input-states.ts'
import { initialConfiguration } from '../../../ui/configured-form/configuration-values.ts'
import { ConfiguredForm } from '../../../ui/configured-form/configured-form.tsx'
import { type ConfiguredValues, useConfiguredForm } from '../../../ui/configured-form/use-configured-form.ts'
import { useCreateInput, useUpdateInput } from '../input-actions.ts'
import { statesOf } from '../input-state.ts'
import { formSections, PRESETS } from './input-fields.ts'

interface InputFormProps {
  readonly type: InputTypeInfo
  /** Absent for a new input. */
  readonly input: InputSummary | undefined
  readonly focus: 'port' | 'address' | undefined
  /** Told the id of a new input once it runs. */
  readonly onRunning: (id: string) => void
}

interface InputValues extends ConfiguredValues {
  readonly global: boolean
  readonly node: string | null
}

/** An input's title and node, and the configuration that its type defines. */
export function InputForm({ type, input, focus, onRunning }: InputFormProps) {
  const t = useText()
  const { requested_configuration: request } = type
  const isNew = input === undefined
  const nodes = useNodeOptions(input)
  const hasOneNode = nodes.length <= 1
  const create = useCreateInput(onRunning)
  const update = useUpdateInput(input?.id ?? '')
  const isFailed = useIsFailed(input)
  const save = (body: InputCreateRequest) => (isNew ? create.mutateAsync(body) : update.mutateAsync({ body, isFailed }))
  // With one node, that node is selected.
  const nodeOf = ({ node }: InputValues) => node ?? (nodes.length === 1 ? (nodes[0]?.value ?? null) : null)
  const form = useConfiguredForm<InputValues, unknown>({
    request,
    isNew,
    initial: {
      title: input?.title ?? '',
      // With one node the form does not ask.
      global: input?.global ?? hasOneNode,
      node: input?.node ?? null,
      configuration: initialConfiguration(request, input?.attributes ?? PRESETS),
    },
    labels: { title: t('inputs.form.title'), node: t('inputs.form.node') },
    titleRequired: t('inputs.form.titleRequired'),
    problems: (values) => ({ node: !values.global && nodeOf(values) === null && t('inputs.form.nodeRequired') }),
    failedTitle: t(isNew ? 'inputs.toast.create.failed.title' : 'inputs.toast.update.failed.title'),
    save: (draft, values) =>
      save({ ...draft, type: type.type, global: values.global, node: values.global ? null : nodeOf(values) }),
  })
  return (
    <ConfiguredForm
      form={form}
      request={request}
      label={t('inputs.form')}
      title={{ description: isNew ? t('inputs.form.title.help') : undefined, ...form.text('title') }}
      sections={formSections(request)}
      focusField={focus === undefined ? undefined : FIELD_TO_FOCUS[focus]}
    >
      {!hasOneNode && (
        <Checkbox label={t('inputs.form.global')} description={t('inputs.form.global.help')} {...form.flag('global')} />
      )}
      {!hasOneNode && !form.values.global && (
        <Select
          label={t('inputs.form.node')}
          description={t('inputs.form.node.help')}
          attributes={{ dropdown: { translate: 'no' } }}
          required
          allowDeselect={false}
          data={nodes}
          {...form.choice('node')}
          value={nodeOf(form.values)}
        />
      )}
    </ConfiguredForm>
  )
}

const FIELD_TO_FOCUS = { port: 'port', address: 'bind_address' } as const

function useIsFailed(input: InputSummary | undefined): boolean {
  const states = useQuery(inputStatesQuery(useCall()))
  if (input === undefined || states.data === undefined) return false
  return statesOf(states.data, input.id).some(({ state }) => state === 'FAILED')
}

/** The active nodes, and the input's own node even if it is down. */
function useNodeOptions(input: InputSummary | undefined) {
  const nodes = useQuery(nodesQuery(useCall()))
  const all = nodes.data ?? []
  const active = all.map((node) => ({ value: node.node_id, label: nodeNameAmong(node, all) }))
  const own = input?.node ?? null
  return own === null || active.some(({ value }) => value === own) ? active : [...active, { value: own, label: own }]
}
