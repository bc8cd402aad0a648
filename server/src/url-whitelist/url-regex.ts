/** A regular expression in Java syntax that matches the URL whole; `placeholder` in it stands for any text. */
export function urlRegex(template: string, placeholder: string): string {
  const parts = placeholder === '' ? [template] : template.split(placeholder)
  return `^${parts.map(quoted).join('.*?')}$`
}

function quoted(text: string): string {
  if (text === '') return ''
  // A `\E` in the text would end the quote.
  return `\\Q${text.replaceAll('\\E', '\\E\\\\E\\Q')}\\E`
}
