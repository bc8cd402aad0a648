import { validateConfiguration } from '@logyard/contract/sidecars/configurations'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import type { CodeFieldHandle } from '../../../ui/code-field/code-field-props.ts'
import { EntityForm } from '../../../ui/form/entity-form.tsx'
import { useEntityForm } from '../../../ui/form/use-entity-form.ts'
import { useSaveConfiguration } from '../configuration-changes.ts'
import classes from '../sidecars.module.css'
import { TemplateField } from '../template-field/template-field.tsx'
import { useCheckFailed } from '../use-check-failed.ts'
import { ConfigurationAside } from './configuration-aside.tsx'
import { ConfigurationFields } from './configuration-fields.tsx'
import { type ConfigurationValues, NEW_CONFIGURATION, withRenamedVariable } from './configuration-values.ts'
import { UploadsDialog } from './uploads-dialog.tsx'
import { useReplaceTemplate } from './use-replace-template.ts'

interface ConfigurationFormProps {
  /** Absent for a new one. */
  readonly id?: string
  readonly initial?: ConfigurationValues
  /** The number of sidecars that have it: then it keeps its collector. */
  readonly usedBy: number
  readonly onSaved?: () => void
}

/** The template of a collector's file, with variables and a preview beside it. */
export function ConfigurationForm({ id, initial = NEW_CONFIGURATION, usedBy, onSaved }: ConfigurationFormProps) {
  const t = useText()
  const [isImporting, setIsImporting] = useState(false)
  const editor = useRef<CodeFieldHandle>(null)
  const required = (text: string) => text === '' && t('sidecars.required')
  const form = useEntityForm({
    isNew: id === undefined,
    initial,
    labels: {
      name: t('sidecars.name'),
      color: t('sidecars.color'),
      collector_id: t('sidecars.collectors.one'),
      template: t('sidecars.template'),
    },
    problems: ({ name, color, collector_id: collectorId, template }) => ({
      name: required(name),
      color: required(color),
      collector_id: required(collectorId),
      template: template === '' && t('sidecars.template.required'),
    }),
    check: {
      key: ['configuration', id],
      run: (call, values, signal) =>
        call(validateConfiguration, { body: { ...values, ...(id === undefined ? {} : { id }) }, signal }),
      failed: useCheckFailed('sidecars.toast.checkFailed.configuration'),
    },
    save: useSaveConfiguration(id).mutateAsync,
    onSaved: () => onSaved?.(),
  })
  const { template } = form.values
  const replaceTemplate = useReplaceTemplate(template, (next) => form.change({ template: next }))
  return (
    <>
      <div className={classes['columns']}>
        <EntityForm
          form={form}
          label={t('sidecars.configurations.one')}
          cancelTo={routes.sidecars.configuration()}
          actions={
            <Button variant="default" leftSection={<IconDownload size={15} />} onClick={() => setIsImporting(true)}>
              {t('sidecars.uploads.import')}
            </Button>
          }
        >
          <ConfigurationFields form={form} usedBy={usedBy} onDefaultTemplate={replaceTemplate.byDefault} />
          <TemplateField
            label={t('sidecars.template')}
            description={t('sidecars.template.help')}
            isRequired
            handle={editor}
            {...form.choice('template')}
          />
        </EntityForm>
        <ConfigurationAside
          template={template}
          onInsert={(text) => editor.current?.insert(text)}
          onRenamed={(before, after) => form.change({ template: withRenamedVariable(template, before, after) })}
        />
      </div>
      <UploadsDialog isOpen={isImporting} onClose={() => setIsImporting(false)} onApply={replaceTemplate.byUpload} />
    </>
  )
}
