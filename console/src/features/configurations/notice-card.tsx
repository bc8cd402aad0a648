import { MAX_NOTICE, SIGN_IN_NOTICE_KEY } from '@logyard/contract/identity/sign-in-notice'
import { Text, Textarea } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { EntityForm } from '../../ui/form/entity-form.tsx'
import { DocumentCard } from './document-card.tsx'
import { useDocumentForm } from './use-document-form.ts'

/** A text above the sign-in form. */
export function NoticeCard() {
  const t = useText()
  return (
    <DocumentCard
      documentKey={SIGN_IN_NOTICE_KEY}
      title={t('configurations.notice')}
      description={t('configurations.notice.description')}
      read={({ text }) => ({ text: typeof text === 'string' ? text : '' })}
      items={({ text }) => [
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
      editTitle={t('configurations.notice.edit')}
      form={({ text }) => <NoticeForm text={text} />}
    />
  )
}

function NoticeForm({ text }: { text: string }) {
  const t = useText()
  const form = useDocumentForm({
    documentKey: SIGN_IN_NOTICE_KEY,
    initial: { text },
    texts: 'configurations.customization',
  })
  return (
    <EntityForm form={form}>
      <Textarea
        label={t('configurations.notice.text')}
        description={t('configurations.notice.help', { max: MAX_NOTICE })}
        data-autofocus
        autosize
        minRows={3}
        maxRows={12}
        maxLength={MAX_NOTICE}
        translate="no"
        {...form.text('text')}
      />
    </EntityForm>
  )
}
