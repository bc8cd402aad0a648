import type { ContentPack } from '@logyard/contract/content-packs/content-packs'
import { Button, Group, Modal, Stack, TextInput, Title } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { FormErrors } from '../../../ui/form/form-errors.tsx'
import { SaveButton } from '../../../ui/form/save-button.tsx'
import { useFocusFirstError } from '../../../ui/form/use-focus-first-error.ts'
import { EntityNames } from '../entities/entity-names.tsx'
import { entityTitle } from '../model/entity-text.ts'
import { defaultText, installValues } from '../model/install-values.ts'
import { useInstallPack } from '../pack-actions.ts'
import { ParameterTexts } from './parameter-texts.tsx'
import { useInstallErrors } from './use-install-errors.ts'

const MAX_COMMENT = 512

interface InstallDialogProps {
  readonly pack: ContentPack
  readonly onClose: () => void
}

/** Installs a revision with values for its parameters. An invalid value keeps the dialog open. */
export function InstallDialog({ pack, onClose }: InstallDialogProps) {
  const { parameters } = pack
  const t = useText()
  const install = useInstallPack()
  const [comment, setComment] = useState('')
  const [texts, setTexts] = useState(() => Object.fromEntries(parameters.map((one) => [one.name, defaultText(one)])))
  const [isChecked, setIsChecked] = useState(false)
  const problems = useInstallErrors(parameters, texts)
  const errors = isChecked ? problems : {}
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (Object.keys(problems).length > 0) return
    const body = { comment, parameters: installValues(parameters, texts) }
    install.mutate({ id: pack.id, rev: pack.rev, body }, { onSuccess: onClose })
  }
  const { formRef, onSubmit } = useFocusFirstError(submit, errors, install.isPending)
  const title = (
    <>
      {t('contentPacks.install')} <span translate="no">{pack.name}</span>
    </>
  )
  return (
    <Modal opened onClose={onClose} size="lg" title={title} closeButtonProps={{ 'aria-label': t('ui.close') }}>
      <form ref={formRef} onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <TextInput
            label={t('contentPacks.comment')}
            maxLength={MAX_COMMENT}
            data-autofocus
            autoComplete="off"
            value={comment}
            onChange={({ currentTarget }) => setComment(currentTarget.value)}
          />
          {parameters.length > 0 && (
            <>
              <Title order={3}>{t('contentPacks.install.parameters')}</Title>
              <ParameterTexts parameters={parameters} texts={texts} errors={errors} onChange={setTexts} />
            </>
          )}
          <EntityNames
            entities={pack.entities.map(({ id, type, data }) => ({
              id,
              type,
              title: entityTitle({ data }, parameters),
            }))}
          />
          <FormErrors
            errors={errors}
            labels={Object.fromEntries(parameters.map(({ name, title: label }) => [name, label]))}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('ui.close')}
            </Button>
            <SaveButton label={t('contentPacks.install')} isSaving={install.isPending} />
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
