import { validateCollector } from '@logyard/contract/sidecars/collectors'
import { Group, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { EntityForm } from '../../../ui/form/entity-form.tsx'
import { type EntityForm as Form, useEntityForm } from '../../../ui/form/use-entity-form.ts'
import { useSaveCollector } from '../collector-changes.ts'
import { TemplateField } from '../template-field/template-field.tsx'
import { useCheckFailed } from '../use-check-failed.ts'
import { variablesQuery } from '../variables/variable-actions.ts'
import { COLLECTOR_PRESETS } from './collector-presets.ts'
import { type CollectorValues, NEW_COLLECTOR } from './collector-values.ts'

interface CollectorFormProps {
  /** Absent for a new one. */
  readonly id?: string
  readonly initial?: CollectorValues
  readonly onSaved?: () => void
}

export const COLLECTORS_LIST = routes.sidecars.configuration({ show: 'collectors' })

/** How a log shipper runs on an operating system. */
export function CollectorForm({ id, initial = NEW_COLLECTOR, onSaved }: CollectorFormProps) {
  const t = useText()
  const variables = useQuery(variablesQuery(useCall())).data ?? []
  const required = (text: string) => text === '' && t('sidecars.required')
  const form = useEntityForm({
    isNew: id === undefined,
    initial,
    labels: {
      name: t('sidecars.name'),
      node_operating_system: t('sidecars.system'),
      service_type: t('sidecars.collector.service'),
      executable_path: t('sidecars.collector.path'),
      default_template: t('sidecars.collector.template'),
    },
    problems: ({ name, executable_path: path }) => ({ name: required(name), executable_path: required(path) }),
    check: {
      key: ['collector', id],
      // A missing template is sent as a space, so that the server does not refuse it.
      run: (call, values, signal) =>
        call(validateCollector, {
          body: { ...values, id: id ?? ' ', default_template: values.default_template || ' ' },
          signal,
        }),
      failed: useCheckFailed('sidecars.toast.checkFailed.collector'),
    },
    save: useSaveCollector(id).mutateAsync,
    onSaved: () => onSaved?.(),
  })
  return (
    <EntityForm
      form={form}
      label={t('sidecars.collectors.one')}
      saveLabel={t(`sidecars.collectors.submit.${id === undefined ? 'create' : 'update'}`)}
      cancelTo={COLLECTORS_LIST}
    >
      {id === undefined && <PresetSelect onChoose={form.change} />}
      <CollectorFields form={form} />
      <TemplateField
        label={t('sidecars.collector.template')}
        description={t('sidecars.collector.template.help')}
        variables={variables}
        {...form.choice('default_template')}
      />
    </EntityForm>
  )
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

const CODE = { autoComplete: 'off', spellCheck: false, translate: 'no' } as const

function CollectorFields({ form }: { form: Form<CollectorValues> }) {
  const t = useText()
  const isWindows = form.values.node_operating_system === 'windows'
  return (
    <>
      <TextInput
        label={t('sidecars.name')}
        description={t('sidecars.collector.name.help')}
        required
        {...CODE}
        {...form.text('name')}
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
          {...form.choice('node_operating_system')}
          // There are services on Windows only.
          onChange={(system) =>
            system !== null &&
            form.change({ node_operating_system: system, ...(system === 'windows' ? {} : { service_type: 'exec' }) })
          }
        />
        <Select
          label={t('sidecars.collector.service')}
          required
          allowDeselect={false}
          data={[
            { value: 'exec', label: t('sidecars.collector.service.exec') },
            ...(isWindows ? [{ value: 'svc', label: t('sidecars.collector.service.svc') }] : []),
          ]}
          {...form.choice('service_type')}
          onChange={(service) => service !== null && form.change({ service_type: service })}
        />
      </Group>
      <TextInput
        label={t('sidecars.collector.path')}
        description={t('sidecars.collector.path.help')}
        required
        {...CODE}
        {...form.text('executable_path')}
      />
      <TextInput
        label={t('sidecars.collector.parameters')}
        description={t('sidecars.collector.parameters.help')}
        {...CODE}
        {...form.text('execute_parameters')}
      />
      <TextInput
        label={t('sidecars.collector.checkParameters')}
        description={t('sidecars.collector.checkParameters.help')}
        {...CODE}
        {...form.text('validation_parameters')}
      />
    </>
  )
}
