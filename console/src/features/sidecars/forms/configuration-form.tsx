import { type ConfigurationDraft, validateConfiguration } from '@logyard/contract/sidecars/configurations'
import { Button, Group, Stack } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import type { CodeFieldHandle } from '../../../ui/code-field/code-field-props.ts'
import { useLeaveGuard } from '../../../ui/confirm/use-leave-guard.ts'
import { apiFieldErrors } from '../../../ui/form/api-field-errors.ts'
import { FormErrors } from '../../../ui/form/form-errors.tsx'
import { SaveButton } from '../../../ui/form/save-button.tsx'
import { useFocusFirstError } from '../../../ui/form/use-focus-first-error.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import classes from '../sidecars.module.css'
import { TemplateField } from '../template-field/template-field.tsx'

import { useDraftCheck } from '../use-draft-check.ts'
import { variablesQuery } from '../variables/variable-actions.ts'
import { ConfigurationAside } from './configuration-aside.tsx'
import { ConfigurationFields } from './configuration-fields.tsx'
import {
  type ConfigurationValues,
  configurationToCheck,
  configurationToSend,
  withRenamedVariable,
} from './configuration-values.ts'
import { UploadsDialog } from './uploads-dialog.tsx'
import { useReplaceTemplate } from './use-replace-template.ts'

interface ConfigurationFormProps {
  /** Absent for a new one. */
  readonly id: string | undefined
  readonly initial: ConfigurationValues
  /** The number of sidecars that have it: then it keeps its collector. */
  readonly usedBy: number
  readonly isSaving: boolean
  readonly error: Error | null
  readonly onSave: (draft: ConfigurationDraft) => void
}

const REQUIRED = ['name', 'collector_id', 'color', 'template'] as const

/** The template of a collector's file, with variables and a preview beside it. */
export function ConfigurationForm({ id, initial, usedBy, isSaving, error, onSave }: ConfigurationFormProps) {
  const t = useText()
  const [values, setValues] = useState(initial)
  const [isTried, setIsTried] = useState(false)
  const [isImporting, setIsImporting] = useState(false)
  const editor = useRef<CodeFieldHandle>(null)
  const variables = useQuery(variablesQuery(useCall())).data ?? []
  const isDirty = JSON.stringify(values) !== JSON.stringify(initial)
  useLeaveGuard(isDirty && !isSaving)
  const change = (changes: Partial<ConfigurationValues>) => setValues((old) => ({ ...old, ...changes }))
  const replaceTemplate = useReplaceTemplate(values.template, (template) => change({ template }))
  const { errors: refused } = useDraftCheck({
    kind: 'configuration',
    draft: [id, values],
    check: isDirty
      ? (call, signal) => call(validateConfiguration, { body: configurationToCheck(values, id), signal })
      : undefined,
  })
  const draft = configurationToSend(values)
  const missing = REQUIRED.filter((name) => draft[name] === '')
  const required = Object.fromEntries(
    missing.map((name) => [name, t(name === 'template' ? 'sidecars.template.required' : 'sidecars.required')]),
  )
  const errors: Readonly<Record<string, string>> = {
    ...apiFieldErrors(error),
    ...refused,
    ...(isTried ? required : {}),
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (missing.length === 0 && Object.keys(refused).length === 0) onSave(draft)
  }
  const { formRef, onSubmit } = useFocusFirstError(submit, errors, isSaving)
  const action = id === undefined ? 'create' : 'update'
  return (
    <>
      <div className={classes['columns']}>
        <form ref={formRef} onSubmit={onSubmit} noValidate aria-label={t('sidecars.configurations.one')}>
          <Stack gap="md">
            <ConfigurationFields
              values={values}
              errors={errors}
              usedBy={usedBy}
              onChange={change}
              onDefaultTemplate={replaceTemplate.byDefault}
            />
            <TemplateField
              label={t('sidecars.template')}
              description={t('sidecars.template.help')}
              isRequired
              value={values.template}
              variables={variables}
              error={errors['template']}
              handle={editor}
              onChange={(template) => change({ template })}
            />
            <FormErrors errors={isTried ? errors : {}} labels={useLabels()} />
            <Group gap="sm">
              <SaveButton
                label={t(`sidecars.configurations.submit.${action}`)}
                isSaving={isSaving}
                isDisabled={Object.keys(refused).length > 0 || values.template === ''}
              />
              <LinkButton variant="default" to={routes.sidecars.configuration()}>
                {t(id === undefined ? 'ui.cancel' : 'sidecars.back')}
              </LinkButton>
              <Button
                ml="auto"
                variant="default"
                leftSection={<IconDownload size={15} />}
                onClick={() => setIsImporting(true)}
              >
                {t('sidecars.uploads.import')}
              </Button>
            </Group>
          </Stack>
        </form>
        <ConfigurationAside
          template={values.template}
          onInsert={(text) => editor.current?.insert(text)}
          onRenamed={(before, after) =>
            setValues((old) => ({ ...old, template: withRenamedVariable(old.template, before, after) }))
          }
        />
      </div>
      {/* Outside of the form: a submit in the dialog must not reach it. */}
      <UploadsDialog isOpen={isImporting} onClose={() => setIsImporting(false)} onApply={replaceTemplate.byUpload} />
    </>
  )
}

function useLabels(): Readonly<Record<string, string>> {
  const t = useText()
  return {
    name: t('sidecars.name'),
    color: t('sidecars.color'),
    collector_id: t('sidecars.collectors.one'),
    template: t('sidecars.template'),
  }
}
