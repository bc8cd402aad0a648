/** The configuration of an extractor is invalid. `field` is the path of the wrong value: `extractor_config.index`. */
export class ExtractorRefused extends Error {
  override readonly name = 'ExtractorRefused'
  readonly field: string

  constructor(field: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.field = field
  }
}
