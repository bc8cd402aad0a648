import { type AlertDetails, MAX_ALERT_COMMENT } from '@logyard/contract/alerts/alerts'
import { Button, Group, Stack, Text, Textarea, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { RelativeTime } from '../../../ui/time/relative-time.tsx'
import classes from '../alerts.module.css'
import { useCommentAlert } from './alert-actions.ts'

/** The comments on an alert, oldest first, and a field for the next one. */
export function AlertComments({ alert: { id, comments } }: { alert: AlertDetails }) {
  const t = useText()
  const comment = useCommentAlert()
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    comment.mutate({ id, text: text.trim() }, { onSuccess: () => setText('') })
  }
  return (
    <section aria-label={t('alerts.comments')}>
      <Title order={2} size="sm" mb="xs">
        {t('alerts.comments')}
      </Title>
      <Stack gap="sm">
        {comments.map(({ id: commentId, author, created_at, text: said }) => (
          <div key={commentId}>
            <Dimmed size="xs">
              <span translate="no">{author}</span> · <RelativeTime instant={created_at} />
            </Dimmed>
            <Text size="sm" className={classes['comment'] ?? ''} translate="no">
              {said}
            </Text>
          </div>
        ))}
        <form onSubmit={submit}>
          <Textarea
            aria-label={t('alerts.comment')}
            placeholder={t('alerts.comment.placeholder')}
            autosize
            minRows={2}
            maxRows={10}
            maxLength={MAX_ALERT_COMMENT}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Group justify="flex-end" mt="xs">
            <Button type="submit" size="xs" variant="default" disabled={text.trim() === ''} loading={comment.isPending}>
              {t('alerts.comment.add')}
            </Button>
          </Group>
        </form>
      </Stack>
    </section>
  )
}
