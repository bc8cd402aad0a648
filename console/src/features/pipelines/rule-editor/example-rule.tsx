import { Text } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import classes from './rule-editor.module.css'

const EXAMPLE = `rule "Slow requests of the shop"
when
  has_field("took_ms")
  and to_long($message.took_ms) > 1000
then
  // Variables hold intermediate values.
  let host = lowercase(to_string($message.source));
  set_field("slow", true);
  set_field("team", concat("shop-", host));
  route_to_stream(name: "Slow requests");
end`

/** A whole rule to read and copy. */
export function ExampleRule() {
  const t = useText()
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs">
        {t('pipelines.reference.example.text')}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre className={classes['example']} tabIndex={0} translate="no">
        {EXAMPLE}
      </pre>
      <CopyButton value={EXAMPLE} label={t('pipelines.reference.example.copy')} withLabel />
    </>
  )
}
