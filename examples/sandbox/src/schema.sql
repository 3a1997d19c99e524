-- Times are seconds since 1970. A column `key` holds an address in lower case, by which addresses are compared.

CREATE TABLE account (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    parent_id INTEGER REFERENCES account(id),
    username TEXT NOT NULL UNIQUE COLLATE NOCASE,
    salt TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    first_name TEXT NOT NULL DEFAULT '',
    last_name TEXT NOT NULL DEFAULT '',
    email_address TEXT NOT NULL DEFAULT '',
    phone_number TEXT NOT NULL DEFAULT '',
    bounce_threshold INTEGER NOT NULL DEFAULT 3,
    created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE list (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER NOT NULL REFERENCES account(id),
    name TEXT NOT NULL COLLATE NOCASE,
    created_at INTEGER NOT NULL,
    UNIQUE (account_id, name)
) STRICT;

-- position is the place of the field's value in member.fields.
CREATE TABLE list_field (
    list_id INTEGER NOT NULL REFERENCES list(id),
    position INTEGER NOT NULL,
    name TEXT NOT NULL COLLATE NOCASE,
    PRIMARY KEY (list_id, position),
    UNIQUE (list_id, name)
) STRICT, WITHOUT ROWID;

-- fields: a JSON array of texts and nulls.
CREATE TABLE member (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    list_id INTEGER NOT NULL REFERENCES list(id),
    address TEXT NOT NULL,
    key TEXT NOT NULL,
    fields TEXT NOT NULL,
    added_at INTEGER NOT NULL,
    UNIQUE (list_id, key)
) STRICT;

CREATE TABLE message (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER NOT NULL REFERENCES account(id),
    from_address TEXT NOT NULL,
    from_name TEXT NOT NULL,
    subject TEXT NOT NULL,
    source TEXT NOT NULL,
    links TEXT NOT NULL
) STRICT;

CREATE TABLE campaign (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER NOT NULL REFERENCES account(id),
    message_id INTEGER NOT NULL REFERENCES message(id),
    status TEXT NOT NULL CHECK (status IN ('Saved', 'Sent')),
    options TEXT NOT NULL,
    addressed_to TEXT NOT NULL,
    sent_at INTEGER NOT NULL
) STRICT;
CREATE INDEX campaign_by_time ON campaign (account_id, sent_at);

CREATE TABLE transactional_group (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER NOT NULL REFERENCES account(id),
    name TEXT NOT NULL COLLATE NOCASE,
    created_at INTEGER NOT NULL,
    UNIQUE (account_id, name)
) STRICT;

-- One message to one address: of a campaign, or of a transactional group, whose TransactionalID is the id.
CREATE TABLE delivery (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER NOT NULL REFERENCES account(id),
    message_id INTEGER NOT NULL REFERENCES message(id),
    campaign_id INTEGER REFERENCES campaign(id),
    group_id INTEGER REFERENCES transactional_group(id),
    address TEXT NOT NULL,
    key TEXT NOT NULL,
    fate TEXT NOT NULL,
    sent_at INTEGER NOT NULL,
    CHECK ((campaign_id IS NULL) <> (group_id IS NULL))
) STRICT;
CREATE INDEX delivery_by_campaign ON delivery (campaign_id) WHERE campaign_id IS NOT NULL;
CREATE INDEX delivery_by_group ON delivery (group_id, sent_at) WHERE group_id IS NOT NULL;
CREATE INDEX delivery_by_key ON delivery (account_id, key);

-- Whom a campaign left out, and why.
CREATE TABLE left_out (
    campaign_id INTEGER NOT NULL REFERENCES campaign(id),
    address TEXT NOT NULL,
    reason TEXT NOT NULL
) STRICT;
CREATE INDEX left_out_by_campaign ON left_out (campaign_id);

-- What became of a delivery.
CREATE TABLE event (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER NOT NULL REFERENCES account(id),
    delivery_id INTEGER NOT NULL REFERENCES delivery(id),
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    url TEXT,
    link_position INTEGER,
    smtp_code INTEGER,
    smtp_text TEXT
) STRICT;
CREATE INDEX event_by_time ON event (account_id, kind, at);
CREATE INDEX event_by_delivery ON event (delivery_id, kind);

-- Addresses that the account no longer writes to: the first reason counts.
CREATE TABLE removal (
    account_id INTEGER NOT NULL REFERENCES account(id),
    key TEXT NOT NULL,
    address TEXT NOT NULL,
    reason TEXT NOT NULL CHECK (reason IN ('Unsubscribe', 'Complaint', 'Bounce')),
    delivery_id INTEGER NOT NULL REFERENCES delivery(id),
    at INTEGER NOT NULL,
    PRIMARY KEY (account_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX removal_by_delivery ON removal (delivery_id);

-- Identifiers of different things start far apart, and a TransactionalID needs a long.
INSERT INTO sqlite_sequence (name, seq) VALUES
    ('account', 100), ('list', 200), ('transactional_group', 500), ('campaign', 1000), ('member', 10000), ('delivery', 5000000000);
