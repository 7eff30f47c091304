//! Tests of long strings in narrow terminals.

mod fits;
mod whole;
mod wide;

use super::{HUMAN, shows};
use agent_error::{ErrorRecord, Format};

const SENTENCE: &str = "the server closed the connection before the handshake was complete, which it does when \
                        the certificate of the client has expired or when it was issued by an unknown authority";

fn record(message: &str) -> ErrorRecord {
    ErrorRecord::new("TLS_FAILED", message)
}

#[test]
fn a_long_message() {
    shows(
        &record(SENTENCE),
        40,
        "
error[TLS_FAILED]: the server closed the
          connection before the
          handshake was complete, which
          it does when the certificate
          of the client has expired or
          when it was issued by an
          unknown authority
",
    );
    shows(
        &record(SENTENCE),
        80,
        "
error[TLS_FAILED]: the server closed the connection before the handshake was
          complete, which it does when the certificate of the client has expired
          or when it was issued by an unknown authority
",
    );
}

#[test]
fn a_long_message_that_goes_to_a_file_is_one_line() {
    let shown = HUMAN.render(&record(SENTENCE));
    assert_eq!(shown, format!("error[TLS_FAILED]: {SENTENCE}\n"));
}

#[test]
fn long_texts_below_labels() {
    let record = record("cannot connect").with_cause(SENTENCE).with_suggestion(SENTENCE).with_fix_required(SENTENCE);
    shows(
        &record,
        40,
        "
error[TLS_FAILED]: cannot connect

   cause: the server closed the
          connection before the
          handshake was complete, which
          it does when the certificate
          of the client has expired or
          when it was issued by an
          unknown authority
    help: the server closed the
          connection before the
          handshake was complete, which
          it does when the certificate
          of the client has expired or
          when it was issued by an
          unknown authority
   needs: the server closed the
          connection before the
          handshake was complete, which
          it does when the certificate
          of the client has expired or
          when it was issued by an
          unknown authority
",
    );
    shows(
        &record,
        80,
        "
error[TLS_FAILED]: cannot connect

   cause: the server closed the connection before the handshake was complete,
          which it does when the certificate of the client has expired or when
          it was issued by an unknown authority
    help: the server closed the connection before the handshake was complete,
          which it does when the certificate of the client has expired or when
          it was issued by an unknown authority
   needs: the server closed the connection before the handshake was complete,
          which it does when the certificate of the client has expired or when
          it was issued by an unknown authority
",
    );
}

#[test]
fn a_long_list_of_actions() {
    let record = (1..=12).fold(record("cannot connect"), |record, n| record.with_action(format!("connection.open{n}")));
    shows(
        &record,
        80,
        "
error[TLS_FAILED]: cannot connect

     try: connection.open1, connection.open2, connection.open3,
          connection.open4, connection.open5, connection.open6,
          connection.open7, connection.open8, connection.open9,
          connection.open10, connection.open11, connection.open12
",
    );
}

#[test]
fn long_causes_of_several_levels() {
    shows(
        &record("cannot connect").with_cause(SENTENCE).with_cause(SENTENCE).with_cause(SENTENCE),
        80,
        "
error[TLS_FAILED]: cannot connect

   cause: the server closed the connection before the handshake was complete,
          which it does when the certificate of the client has expired or when
          it was issued by an unknown authority
   cause:   the server closed the connection before the handshake was complete,
            which it does when the certificate of the client has expired or when
            it was issued by an unknown authority
   cause:     the server closed the connection before the handshake was
              complete, which it does when the certificate of the client has
              expired or when it was issued by an unknown authority
",
    );
}

#[test]
fn a_long_code() {
    let code = "CONNECTION_TO_THE_DATABASE_OF_THE_CUSTOMER_COULD_NOT_BE_OPENED";
    shows(
        &ErrorRecord::new(code, SENTENCE),
        80,
        "
error[CONNECTION_TO_THE_DATABASE_OF_THE_CUSTOMER_COULD_NOT_BE_OPENED]: the
          server closed the connection before the handshake was complete, which
          it does when the certificate of the client has expired or when it was
          issued by an unknown authority
",
    );
}

#[test]
fn the_second_line_of_a_message() {
    shows(
        &record(&format!("cannot connect\n{SENTENCE}")),
        80,
        "
error[TLS_FAILED]: cannot connect
          the server closed the connection before the handshake was complete,
          which it does when the certificate of the client has expired or when
          it was issued by an unknown authority
",
    );
}

#[test]
fn a_backtick_without_a_second() {
    shows(
        &record(&format!("unexpected ` in the name, and {SENTENCE}")),
        80,
        "
error[TLS_FAILED]: unexpected ` in the name, and the server closed the
          connection before the handshake was complete, which it does when the
          certificate of the client has expired or when it was issued by an
          unknown authority
",
    );
}

#[test]
fn a_line_separator_in_a_code_begins_no_line() {
    let record = ErrorRecord::new("A\u{2028}error[X]: forged", "m");
    assert_eq!(agent_error::render(&record, Format::Human), "error[A error[X_: forged]: m\n");
}
