import type { Widget } from '@logyard/contract/views/view-state'
import { Stack, Text } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dimmed } from '../../ui/dimmed.tsx'
import classes from './widget-body.module.css'

/** A widget of a type that this console does not know. */
export function UnknownWidget({ widget }: { widget: Widget }) {
  const t = useText()
  const config = JSON.stringify(widget.config, undefined, 2)
  return (
    <Stack gap="xs" p="sm" align="flex-start">
      <Text fw={550}>{t('widgets.unknown')}</Text>
      <Dimmed>{t('widgets.unknown.text', { type: widget.type })}</Dimmed>
      <CopyButton value={config} label={t('widgets.unknown.copy')} withLabel />
      <pre className={classes['config']} translate="no">
        {config}
      </pre>
    </Stack>
  )
}
