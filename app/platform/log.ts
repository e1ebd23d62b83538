/** The part of a logger that modules need; pino's loggers fit. Data first, then the message. */
export interface Log {
  info(data: object, message: string): void;
  warn(data: object, message: string): void;
  error(data: object, message: string): void;
}
