import { Group } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { CopyButton } from '../copy-button.tsx'
import classes from './command-to-copy.module.css'

/** A shell command or a snippet of configuration, with a button that copies it. */
export function CommandToCopy({ text }: { text: string }) {
  const t = useText()
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap" maw="80ch">
      <section className={classes['text']} aria-label={t('ui.command')}>
        <pre translate="no">{text}</pre>
      </section>
      <CopyButton value={text} label={t('ui.command.copy')} withLabel />
    </Group>
  )
}
