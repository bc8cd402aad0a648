import type { SlackNotificationConfig } from '@logyard/contract/event-notifications/notification-configs'
import { Checkbox } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { MoreFields } from '../more-fields.tsx'
import classes from '../notification-form.module.css'
import { ChatFields } from './chat-fields.tsx'
import { TextField } from './text-field.tsx'
import type { TypeFieldsProps } from './type-fields-props.ts'

export function SlackFields(props: TypeFieldsProps<SlackNotificationConfig>) {
  const { config, onChange } = props
  const t = useText()
  const { channel, user_name, icon_url, icon_emoji, color, notify_channel, link_names } = config
  return (
    <>
      <ChatFields {...props} />
      <Checkbox
        label={t('eventNotifications.slack.notifyChannel')}
        checked={notify_channel === true}
        onChange={({ currentTarget }) => onChange({ notify_channel: currentTarget.checked })}
      />
      <MoreFields
        label={t('eventNotifications.slack.more')}
        isUsed={Boolean(channel || user_name || icon_url || icon_emoji || color || link_names)}
        hasError={false}
      >
        <div className={classes['pair']}>
          <TextField
            label={t('eventNotifications.slack.channel')}
            placeholder="#alerts"
            value={channel}
            onChange={(next) => onChange({ channel: next })}
          />
          <TextField
            label={t('eventNotifications.slack.userName')}
            value={user_name}
            onChange={(next) => onChange({ user_name: next })}
          />
          <TextField
            label={t('eventNotifications.slack.iconEmoji')}
            placeholder=":rotating_light:"
            value={icon_emoji}
            onChange={(next) => onChange({ icon_emoji: next })}
          />
          <TextField
            label={t('eventNotifications.slack.iconUrl')}
            type="url"
            value={icon_url}
            onChange={(next) => onChange({ icon_url: next })}
          />
          <TextField
            label={t('eventNotifications.slack.color')}
            placeholder="#e03131"
            value={color}
            onChange={(next) => onChange({ color: next })}
          />
        </div>
        <Checkbox
          label={t('eventNotifications.slack.linkNames')}
          checked={link_names === true}
          onChange={({ currentTarget }) => onChange({ link_names: currentTarget.checked })}
        />
      </MoreFields>
    </>
  )
}
