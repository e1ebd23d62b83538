/**
 * Lint rule `comments/plain`: a comment's line has at most 110 characters, and a doc comment names its
 * subject first. It holds for the folders that .oxlintrc.json lists.
 */

const LIMIT_CHARS = 110;
/** Pronouns, prepositions and the like, which leave open what the comment is about. */
const NO_SUBJECT =
  /^(?:it|its|they|their|them|those|that|what|who|whose|whoever|how|whether|the same|so many|otherwise|done|where|which|such|of|by|for|with|without|in|from|to|on|at|as|beside|besides|between|neither|nor|also)(?![\w-])/i;
/** Words of quantity, if no noun follows: "One of the two", but not "One row per person". */
const NO_NOUN =
  /^(?:all|both|each|most|none|one|some)(?: (?:are|by|from|in|is|of|that|to|who|whose|with)\b|[,.:;])/i;
const TOO_LONG = `Break the line: a comment's line has at most ${LIMIT_CHARS} characters.`;
const WITHOUT_SUBJECT = 'Name the subject first: a noun, or a verb for what the function does.';

const plain = {
  meta: { type: 'suggestion' },
  create: (context) => ({
    Program() {
      const { lines } = context.sourceCode;
      for (const { type, value, loc } of context.sourceCode.getAllComments()) {
        const isDoc = type === 'Block' && value.startsWith('*');
        const start = value.replace(/^[\s*]+/, '');
        if (isDoc && (NO_SUBJECT.test(start) || NO_NOUN.test(start)))
          context.report({ loc, message: WITHOUT_SUBJECT });
        for (let { line } = loc.start; line <= loc.end.line; line += 1) {
          const text = lines[line - 1];
          const isComment = line > loc.start.line || /^\s*\/[/*]/.test(text);
          const end = { line, column: text.length };
          if (isComment && text.length > LIMIT_CHARS)
            context.report({ loc: { start: { line, column: 0 }, end }, message: TOO_LONG });
        }
      }
    },
  }),
};

export default { meta: { name: 'comments' }, rules: { plain } };
