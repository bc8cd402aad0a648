/** In single quotes nothing is special to a shell but the quote. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** A POST to the API as a line for a shell, which has an access token in the variable `TOKEN`. */
export function curlPost(url: string, body: object): string {
  return [
    'curl -u "$TOKEN:token"',
    ...['X-Requested-By: curl', 'Content-Type: application/json', 'Accept: application/json'].map(
      (header) => `-H ${shellQuoted(header)}`,
    ),
    `-d ${shellQuoted(JSON.stringify(body))}`,
    shellQuoted(url),
  ].join(' ')
}
