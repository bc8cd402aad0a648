import {
  MAX_MIN_LENGTH,
  PASSWORD_RULES_DEFAULTS,
  PASSWORD_RULES_KEY,
  type PasswordRules,
} from '@logyard/contract/identity/password-rules'
import { Checkbox, NumberInput, Stack } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../base/text/text.tsx'
import { passwordRulesOf } from '../../cluster/password-rules-query.ts'
import { ConfigDialog } from './config-dialog.tsx'
import { DocumentCard } from './document-card.tsx'
import { useSaveConfigDocument } from './use-save-config-document.ts'

const CLASSES = ['needs_upper_case', 'needs_lower_case', 'needs_digit', 'needs_special'] as const

/** What new passwords must contain. */
export function PasswordsCard() {
  const t = useText()
  return (
    <DocumentCard
      documentKey={PASSWORD_RULES_KEY}
      title={t('configurations.passwords')}
      description={t('configurations.passwords.description')}
      read={passwordRulesOf}
      items={(rules) => [
        {
          label: t('configurations.passwords.length'),
          value: <span>{t('configurations.passwords.length.says', { count: rules.min_length })}</span>,
        },
        ...CLASSES.map((name) => ({ label: t(`configurations.passwords.${name}`), value: rules[name] })),
      ]}
      dialog={(rules, onClose) => <PasswordsDialog rules={rules} onClose={onClose} />}
    />
  )
}

function PasswordsDialog({ rules, onClose }: { rules: PasswordRules; onClose: () => void }) {
  const t = useText()
  const [draft, setDraft] = useState(rules)
  const save = useSaveConfigDocument(PASSWORD_RULES_KEY)
  return (
    <ConfigDialog
      title={t('configurations.passwords.edit')}
      saveLabel={t('configurations.documents.save')}
      isSaving={save.isPending}
      onSave={() => save.mutate({ ...draft }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <NumberInput
        label={t('configurations.passwords.length')}
        description={t('configurations.passwords.length.help')}
        data-autofocus
        min={PASSWORD_RULES_DEFAULTS.min_length}
        max={MAX_MIN_LENGTH}
        clampBehavior="strict"
        allowDecimal={false}
        value={draft.min_length}
        onChange={(length) => typeof length === 'number' && setDraft((old) => ({ ...old, min_length: length }))}
      />
      <Stack gap="sm">
        {CLASSES.map((name) => (
          <Checkbox
            key={name}
            label={t(`configurations.passwords.${name}`)}
            checked={draft[name]}
            onChange={({ currentTarget: { checked } }) => setDraft((old) => ({ ...old, [name]: checked }))}
          />
        ))}
      </Stack>
    </ConfigDialog>
  )
}
