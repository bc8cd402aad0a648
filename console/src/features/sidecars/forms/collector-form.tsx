import { type CollectorDraft, validateCollector } from '@logyard/contract/sidecars/collectors'
import { Group, Select, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useLeaveGuard } from '../../../ui/confirm/use-leave-guard.ts'
import { apiFieldErrors } from '../../../ui/form/api-field-errors.ts'
import { FormErrors } from '../../../ui/form/form-errors.tsx'
import { SaveButton } from '../../../ui/form/save-button.tsx'
import { useFocusFirstError } from '../../../ui/form/use-focus-first-error.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { TemplateField } from '../template-field/template-field.tsx'
import { useDraftCheck } from '../use-draft-check.ts'
import { variablesQuery } from '../variables/variable-actions.ts'
import { COLLECTOR_PRESETS } from './collector-presets.ts'
import { type CollectorValues, collectorToCheck, collectorToSend } from './collector-values.ts'

interface CollectorFormProps {
  /** Absent for a new one. */
  readonly id: string | undefined
  readonly initial: CollectorValues
  readonly isSaving: boolean
  readonly error: Error | null
  readonly onSave: (draft: CollectorDraft) => void
}

const REQUIRED = ['name', 'executable_path'] as const
const COLLECTORS_LIST = routes.sidecars.configuration({ show: 'collectors' })

/** How a log shipper runs on an operating system. */
export function CollectorForm({ id, initial, isSaving, error, onSave }: CollectorFormProps) {
  const t = useText()
  const [values, setValues] = useState(initial)
  const [isTried, setIsTried] = useState(false)
  const variables = useQuery(variablesQuery(useCall())).data ?? []
  const isDirty = JSON.stringify(values) !== JSON.stringify(initial)
  useLeaveGuard(isDirty && !isSaving)
  const change = (changes: Partial<CollectorValues>) => setValues((old) => ({ ...old, ...changes }))
  const { errors: refused } = useDraftCheck({
    kind: 'collector',
    draft: [id, values],
    check:
      isDirty && values.name !== ''
        ? (call, signal) => call(validateCollector, { body: collectorToCheck(values, id), signal })
        : undefined,
  })
  const draft = collectorToSend(values)
  const missing = REQUIRED.filter((name) => draft[name] === '')
  const errors: Readonly<Record<string, string>> = {
    ...apiFieldErrors(error),
    ...refused,
    ...(isTried ? Object.fromEntries(missing.map((name) => [name, t('sidecars.required')])) : {}),
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (missing.length === 0 && Object.keys(refused).length === 0) onSave(draft)
  }
  const { formRef, onSubmit } = useFocusFirstError(submit, errors, isSaving)
  const action = id === undefined ? 'create' : 'update'
  return (
    <form ref={formRef} onSubmit={onSubmit} noValidate aria-label={t('sidecars.collectors.one')}>
      <Stack gap="md">
        {id === undefined && <PresetSelect onChoose={setValues} />}
        <CollectorFields values={values} errors={errors} onChange={change} />
        <TemplateField
          label={t('sidecars.collector.template')}
          description={t('sidecars.collector.template.help')}
          value={values.template}
          variables={variables}
          error={errors['default_template']}
          onChange={(template) => change({ template })}
        />
        <FormErrors errors={isTried ? errors : {}} labels={useLabels()} />
        <Group gap="sm">
          <SaveButton
            label={t(`sidecars.collectors.submit.${action}`)}
            isSaving={isSaving}
            isDisabled={Object.keys(refused).length > 0}
          />
          <LinkButton variant="default" to={COLLECTORS_LIST}>
            {t(id === undefined ? 'ui.cancel' : 'sidecars.back')}
          </LinkButton>
        </Group>
      </Stack>
    </form>
  )
}

function useLabels(): Readonly<Record<string, string>> {
  const t = useText()
  return {
    name: t('sidecars.name'),
    node_operating_system: t('sidecars.system'),
    service_type: t('sidecars.collector.service'),
    executable_path: t('sidecars.collector.path'),
    default_template: t('sidecars.collector.template'),
  }
}

function PresetSelect({ onChoose }: { onChoose: (values: CollectorValues) => void }) {
  const t = useText()
  return (
    <Select
      label={t('sidecars.preset')}
      description={t('sidecars.preset.help')}
      placeholder={t('sidecars.preset.none')}
      attributes={{ dropdown: { translate: 'no' } }}
      data={COLLECTOR_PRESETS.map(({ id, title }) => ({ value: id, label: title }))}
      onChange={(chosen) => {
        const preset = COLLECTOR_PRESETS.find(({ id }) => id === chosen)
        if (preset !== undefined) onChoose(preset.values(window.location.hostname))
      }}
    />
  )
}

interface CollectorFieldsProps {
  readonly values: CollectorValues
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (changes: Partial<CollectorValues>) => void
}

function CollectorFields({ values, errors, onChange }: CollectorFieldsProps) {
  const t = useText()
  const text = (field: 'name' | 'path' | 'parameters' | 'checkParameters') => ({
    autoComplete: 'off',
    spellCheck: false,
    translate: 'no' as const,
    value: values[field],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => onChange({ [field]: currentTarget.value }),
  })
  return (
    <>
      <TextInput
        label={t('sidecars.name')}
        description={t('sidecars.collector.name.help')}
        required
        error={errors['name']}
        {...text('name')}
      />
      <Group gap="md" grow align="flex-start">
        <Select
          label={t('sidecars.system')}
          required
          allowDeselect={false}
          attributes={{ dropdown: { translate: 'no' } }}
          data={[
            { value: 'linux', label: 'Linux' },
            { value: 'windows', label: 'Windows' },
          ]}
          value={values.system}
          error={errors['node_operating_system']}
          // There are services on Windows only.
          onChange={(system) =>
            system !== null && onChange({ system, ...(system === 'windows' ? {} : { service: 'exec' }) })
          }
        />
        <Select
          label={t('sidecars.collector.service')}
          required
          allowDeselect={false}
          data={[
            { value: 'exec', label: t('sidecars.collector.service.exec') },
            ...(values.system === 'windows' ? [{ value: 'svc', label: t('sidecars.collector.service.svc') }] : []),
          ]}
          value={values.service}
          error={errors['service_type']}
          onChange={(service) => service !== null && onChange({ service })}
        />
      </Group>
      <TextInput
        label={t('sidecars.collector.path')}
        description={t('sidecars.collector.path.help')}
        required
        error={errors['executable_path']}
        {...text('path')}
      />
      <TextInput
        label={t('sidecars.collector.parameters')}
        description={t('sidecars.collector.parameters.help')}
        {...text('parameters')}
      />
      <TextInput
        label={t('sidecars.collector.checkParameters')}
        description={t('sidecars.collector.checkParameters.help')}
        {...text('checkParameters')}
      />
    </>
  )
}
