import { PROGRAMS } from './lib/programs.mjs';

// node scripts/programs.mjs: Debian's packages of the programs that tests run where they are installed.
console.log(Object.values(PROGRAMS).filter(Boolean).join(' '));
