import { Config } from './config.ts'

/** The settings as the README's table: a test keeps the two the same. */
export function settingsTable(): string {
  const rows = Object.entries(Config.properties).map(([name, schema]) => {
    const fallback = String(schema.default)
    return `| \`${name}\` | ${fallback === '' ? 'none' : `\`${fallback}\``} | ${schema.description} |`
  })
  return ['| setting | default | meaning |', '| --- | --- | --- |', ...rows].join('\n')
}
