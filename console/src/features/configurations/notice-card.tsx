import { MAX_NOTICE, SIGN_IN_NOTICE_KEY } from '@logyard/contract/identity/sign-in-notice'
import { Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../base/text/text.tsx'
import { ConfigDialog } from './config-dialog.tsx'
import { DocumentCard } from './document-card.tsx'
import { useSaveCustomization } from './use-save-config-document.ts'

/** A text above the sign-in form. */
export function NoticeCard() {
  const t = useText()
  return (
    <DocumentCard
      documentKey={SIGN_IN_NOTICE_KEY}
      title={t('configurations.notice')}
      description={t('configurations.notice.description')}
      read={({ text }) => (typeof text === 'string' ? text : '')}
      items={(text) => [
        {
          label: t('configurations.notice.text'),
          value:
            text === '' ? (
              <span>{t('configurations.notice.none')}</span>
            ) : (
              <Text span inherit translate="no" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {text}
              </Text>
            ),
        },
      ]}
      dialog={(text, onClose) => <NoticeDialog text={text} onClose={onClose} />}
    />
  )
}

function NoticeDialog({ text, onClose }: { text: string; onClose: () => void }) {
  const t = useText()
  const [draft, setDraft] = useState(text)
  const save = useSaveCustomization(SIGN_IN_NOTICE_KEY)
  return (
    <ConfigDialog
      title={t('configurations.notice.edit')}
      saveLabel={t('configurations.documents.save')}
      isSaving={save.isPending}
      onSave={() => save.mutate({ text: draft }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Textarea
        label={t('configurations.notice.text')}
        description={t('configurations.notice.help', { max: MAX_NOTICE })}
        data-autofocus
        autosize
        minRows={3}
        maxRows={12}
        maxLength={MAX_NOTICE}
        translate="no"
        value={draft}
        onChange={({ currentTarget }) => setDraft(currentTarget.value)}
      />
    </ConfigDialog>
  )
}
