import { Box, Text } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { Dimmed } from '../../ui/dimmed.tsx'
import classes from './patterns.module.css'

/** How many of all messages have the pattern, with a bar of this share. */
export function PatternCount({ count, total }: { readonly count: number; readonly total: number }) {
  const t = useText()
  const share = total === 0 ? 0 : count / total
  return (
    <Box pos="relative" pb={5} style={{ fontVariantNumeric: 'tabular-nums' }}>
      <Text size="sm" fw={600}>
        {t('search.patterns.countOf', { count })}
      </Text>
      <Dimmed size="xs">{t('search.patterns.share', { share })}</Dimmed>
      <span className={classes['shareBar']} style={{ width: `${share * 100}%` }} />
    </Box>
  )
}
